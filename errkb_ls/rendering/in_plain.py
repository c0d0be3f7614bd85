"""A card in plain text, for terminals and for clients without Markdown."""

from __future__ import annotations

from errkb_ls.matching.finding import Finding
from errkb_ls.rendering.filling import fill, fill_command, harmless, plain
from errkb_ls.rendering.language import Words
from errkb_ls.rendering.parts import Advice, Parts


def in_plain(parts: Parts, finding: Finding, words: Words) -> str:
    """Tell a card's parts in plain text, lines indented below the title."""

    def say(text: str) -> str:
        return harmless(fill(text.replace("`", ""), finding, plain))

    def label(key: str) -> str:
        return words("label", words(key))

    def item(advice: Advice) -> str:
        return say(advice.text) + (words("remark", say(words("and").join(advice.remarks))) if advice.remarks else "")

    def command(advice: Advice) -> list[str]:
        return [f"    {line}" for line in fill_command(advice.command, finding).split("\n")] if advice.command else []

    lines = [harmless(parts.entry_id) + words("remark", parts.badge)]
    lines += [harmless(parts.signature).strip()] if parts.signature else []
    lines += [label("cause") + item(parts.cause)] if parts.cause.text else []
    for first in parts.workarounds[:1]:
        lines += [label("try_first") + item(first), *command(first)]
    if others := parts.workarounds[1:]:
        lines.append(label("also_try").rstrip())
        for advice in others:
            lines += [f"  - {item(advice)}", *command(advice)]
    lines += [label("do_not").rstrip(), *(f"  - {item(advice)}" for advice in parts.dead_ends)] if parts.dead_ends else []
    lines += [label("applies_to") + harmless(words("and").join(parts.versions))] if parts.versions else []
    if parts.confused:
        told = (words("label", entry_id) + say(how) if how else entry_id for entry_id, how in parts.confused)
        lines += [label("if_not").rstrip(), *(f"  - {harmless(text)}" for text in told)]
    lines += [label("source") + harmless(" · ".join(parts.origin))] if parts.origin else []
    lines += [label("documentation") + parts.documentation] if parts.documentation else []
    lines += [label("sources") + " ".join(parts.links)] if parts.links else []
    lines += [words("more_plain", harmless(parts.entry_id))] if parts.more else []
    return "\n  ".join(lines)
