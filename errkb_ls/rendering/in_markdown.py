"""A card in the Markdown that every client shows: emphasis, code, flat lists, links."""

from __future__ import annotations

from errkb_ls.matching.finding import Finding
from errkb_ls.rendering.filling import fill_command
from errkb_ls.rendering.language import Words
from errkb_ls.rendering.markdown import block, code, escape, link, prose
from errkb_ls.rendering.parts import Advice, Parts


def in_markdown(parts: Parts, finding: Finding, words: Words) -> str:
    """Tell a card's parts in Markdown."""

    def say(text: str) -> str:
        return prose(text, finding)

    def label(key: str) -> str:
        return words("label", f"**{words(key)}**")

    def item(advice: Advice) -> str:
        return say(advice.text) + (words("remark", say(words("and").join(advice.remarks))) if advice.remarks else "")

    def with_command(advice: Advice) -> str:
        command = fill_command(advice.command or "", finding)
        if "\n" in command:
            return f"- {item(advice)}\n" + "\n".join(f"  {line}" for line in block(command).split("\n"))
        return f"- {item(advice)} {code(command)}" if command else f"- {item(advice)}"

    paragraphs = [f"**{escape(parts.entry_id)}** · *{escape(parts.badge)}*"]
    paragraphs += [code(parts.signature)] if parts.signature else []
    paragraphs += [f"{label('cause')}{item(parts.cause)}"] if parts.cause.text else []
    for first in parts.workarounds[:1]:
        paragraphs.append(f"{label('try_first')}{item(first)}")
        paragraphs += [block(fill_command(first.command, finding))] if first.command else []
    if others := parts.workarounds[1:]:
        paragraphs.append("\n".join([label("also_try").rstrip(), *map(with_command, others)]))
    if parts.dead_ends:
        paragraphs.append("\n".join([label("do_not").rstrip(), *(f"- {item(a)}" for a in parts.dead_ends)]))
    paragraphs += [f"{label('applies_to')}{', '.join(map(code, parts.versions))}"] if parts.versions else []
    if parts.confused:
        told = (words("label", code(entry_id)) + say(how) if how else code(entry_id) for entry_id, how in parts.confused)
        paragraphs.append("\n".join([label("if_not").rstrip(), *(f"- {text}" for text in told)]))
    origin = [escape(phrase) for phrase in parts.origin]
    origin += [link(words("documentation"), parts.documentation)] if parts.documentation else []
    origin += [link(str(number), url) for number, url in enumerate(parts.links, 1)]
    paragraphs += [words("label", words("source")) + " · ".join(origin)] if origin else []
    paragraphs += [escape(words("more_markdown"))] if parts.more else []
    return "\n\n".join(paragraphs)
