"""The card of a finding: what it is, its cause, what to try first, what not to waste time on.

An entry is taken apart once (:mod:`~errkb_ls.rendering.parts`) and told in one of the styles, so that all say the same. A compact card
shows as much as fits into a hover; a full one has everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from errkb_ls.knowledge import Entry, Knowledge
from errkb_ls.matching.finding import Finding, Span
from errkb_ls.rendering.filling import fill, fill_command, plain
from errkb_ls.rendering.in_markdown import in_markdown
from errkb_ls.rendering.in_plain import in_plain
from errkb_ls.rendering.language import Language, Words
from errkb_ls.rendering.markdown import safe_url
from errkb_ls.rendering.parts import Limits, Parts, parts_of

Style = Literal["markdown", "plain"]
Detail = Literal["compact", "full"]

STYLES: Final[dict[Style, Callable[[Parts, Finding, Words], str]]] = {"markdown": in_markdown, "plain": in_plain}

#: What a hover holds without scrolling in the usual clients.
MAX_LINES: Final = 25
MAX_CHARACTERS: Final = 1500

#: A compact card is told with the first of these limits under which it fits; the last two cut texts that are far longer than usual.
_COMPACT: Final = (
    Limits(2, 3, 2, 2),
    Limits(2, 2, 2, 1),
    Limits(2, 2, 1, 1),
    Limits(1, 1, 1, 1),
    Limits(1, 1, 1, 0),
    Limits(1, 1, 1, 0, length=240),
    Limits(1, 0, 0, 0, length=100),
)


def card(finding: Finding, knowledge: Knowledge, language: Language, *, style: Style, detail: Detail = "compact") -> str:
    """Tell a finding.

    :param finding: what was found
    :param knowledge: what its entry is from
    :param style: Markdown for hovers, plain text for terminals and clients without Markdown
    :param detail: ``compact``: at most 25 lines and 1,500 characters; ``full``: everything
    """
    words, known = Words(language), knowledge.known.get(finding.entry.id)
    text = ""
    for limits in _COMPACT if detail == "compact" else (None,):
        text = STYLES[style](parts_of(finding.entry, known, words, limits), finding, words)
        if len(text) <= MAX_CHARACTERS and text.count("\n") < MAX_LINES:
            break
    return text


def entry_card(entry: Entry, knowledge: Knowledge, language: Language, *, style: Style) -> str:
    """The whole entry, without anything captured."""
    return card(Finding(entry, 0, Span(0, 0, 0, 0), ""), knowledge, language, style=style, detail="full")


def commands(finding: Finding) -> list[tuple[str, str]]:
    """Workarounds that have a command: the action in plain text, and the command with values filled in and quoted for a shell."""
    advice = finding.entry.workarounds
    return [(fill(w.action.replace("`", ""), finding, plain), fill_command(w.command, finding)) for w in advice if w.command]


def doc_url(entry: Entry) -> str | None:
    """The official documentation of an entry, when it is an http or https address."""
    return safe_url(entry.official_doc_url)
