"""The report of ``errkb scan`` for people: each failure with its card, what to fix first first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from errkb_ls.knowledge import Knowledge
from errkb_ls.matching import clean_text
from errkb_ls.matching.finding import Failure
from errkb_ls.rendering.card import Detail, card
from errkb_ls.rendering.filling import harmless
from errkb_ls.rendering.language import Language, Words
from errkb_ls.rendering.message import message, shortened

_COLOURS: Final = {"place": "36", "message": "1;33", "quiet": "2", "text": "31"}
_ORDER: Final = {"cause": 0, None: 1, "consequence": 2}
_MAX_TEXT: Final = 160


def in_order(failures: list[Failure]) -> list[Failure]:
    """Causes, then what stands alone, then what follows from something; each in order of the text."""
    return sorted(failures, key=lambda failure: _ORDER[failure.role])


def report(
    path: str, failures: list[Failure], knowledge: Knowledge, language: Language, *, detail: Detail = "compact", colour: bool = False
) -> Iterator[str]:
    """Tell what went wrong in one file, a block of text for each failure.

    :param path: shown as it is
    :param failures: as :func:`errkb_ls.matching.failures_of` makes them
    :param colour: whether to use ANSI colours
    """
    words = Words(language)
    told: set[str] = set()

    def paint(kind: str, text: str) -> str:
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if colour else text

    for failure in in_order(failures):
        finding = failure.finding
        place = f"{harmless(path)}:{finding.span.row + 1}:{finding.span.column + 1}"
        lines = [f"{paint('place', place)}: {paint('message', message(finding, language))}"]
        text = " ".join(clean_text(row) for row in finding.text.split("\n"))
        lines.append("  " + paint("text", shortened(harmless(text), _MAX_TEXT)))
        if failure.role == "consequence" and failure.cause:
            lines.append("  " + paint("quiet", words("consequence", failure.cause.span.row + 1, harmless(failure.cause.entry.id))))
        if failure.count > 1:
            # Of very many, the last place is not known.
            key = "times" if failure.count == len(failure.spans) else "times_only"
            lines.append("  " + paint("quiet", words(key, failure.count, failure.spans[-1].row + 1)))
        if finding.entry.id in told:
            lines.append("  " + paint("quiet", words("told_above", harmless(finding.entry.id))))
        else:
            told.add(finding.entry.id)
            lines.append("  " + card(finding, knowledge, language, style="plain", detail=detail))
        yield "\n".join(lines)
