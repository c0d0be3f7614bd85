"""A text that is edited, and mostly grows at its end, with its findings kept up to date.

Rows end where the protocol says: at ``\\n``, ``\\r\\n`` or ``\\r`` only. ``str.splitlines`` also cuts at form feeds, U+0085, U+2028 and
others, which logs contain, and would shift every row below. Neovim, Helix and Emacs keep a lone ``\\r`` inside a row: ``lf_only``.

An edit costs what it touches: the rows are a list, and only rows in reach of the edit are matched again.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from errkb_ls.matching.failures import Tally
from errkb_ls.matching.finding import Failure, Finding
from errkb_ls.matching.matcher import REACH, Matcher, find

#: Where ``str.splitlines`` cuts and the protocol does not.
_OTHER_BREAKS: Final = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
#: Rows matched in one go: about 10 ms, so that a server can answer in between.
_SLICE: Final = 20_000
#: A finding depends on rows in reach, and on whether another finding in reach outranks it.
_MARGIN: Final = 2 * REACH


_ROW: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")


def split_rows(text: str, *, lf_only: bool) -> list[str]:
    """Cut a text into rows, line ends kept. The last row has none, and may be empty."""
    asked = _OTHER_BREAKS[:5] if text.isascii() else _OTHER_BREAKS
    if lf_only and ("\r" in text or any(character in text for character in asked)):
        rows = text.split("\n")
        return [*(row + "\n" for row in rows[:-1]), rows[-1]]
    # splitlines is five times as fast as the pattern.
    rows = _ROW.findall(text) if any(character in text for character in asked) else text.splitlines(keepends=True)
    return rows if rows and rows[-1][-1] not in "\r\n" else [*rows, ""]


class Text:
    """Rows of a text that can be edited: the :class:`~errkb_ls.matching.matcher.Buffer` of an open document."""

    base: Final = 0

    def __init__(self, text: str, *, lf_only: bool = False) -> None:
        self.lf_only = lf_only
        self._rows = split_rows(text, lf_only=lf_only)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, row: int) -> str:
        text = self._rows[row]
        return text.removesuffix("\n") if self.lf_only else text.rstrip("\r\n")

    def between(self, start: int, end: int) -> list[str]:
        """Several rows without their line ends."""
        return [self[row] for row in range(start, end)]

    def __str__(self) -> str:
        return "".join(self._rows)

    def encoded(self, start: int, end: int) -> bytes:
        """Rows as UTF-8, separated by ``\\n``. Lone surrogates, which JSON can carry, become ``?``."""
        text = "".join(self._rows[start:end])
        if not self.lf_only and "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.encode("utf-8", "replace")

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> tuple[int, int, int]:
        """Replace what is between two places.

        :param start: row and column (code points) where the replaced stretch starts; beyond the text means its end
        :param end: row and column where it ends
        :return: first row that changed, row before which the change ended in the old text, the same in the new text
        """
        (first, column), (last, end_column) = self._clamped(*start), self._clamped(*end)
        head, tail = self._rows[first][:column], self._rows[last][end_column:]
        # A line feed right behind a carriage return ends the same row.
        if not self.lf_only and column == 0 and first > 0 and self._rows[first - 1].endswith("\r"):
            first -= 1
            head = self._rows[first]
        rows = split_rows(head + text + tail, lf_only=self.lf_only)
        if last + 1 < len(self._rows) and rows[-1] == "":
            rows.pop()
        self._rows[first : last + 1] = rows
        return first, last + 1, first + len(rows)

    def _clamped(self, row: int, column: int) -> tuple[int, int]:
        if row >= len(self._rows):
            return len(self._rows) - 1, len(self._rows[-1])
        return row, min(column, len(self[row]))


class Document:
    """A text with its findings.

    After :meth:`edit` the findings are those of the old text, moved; :meth:`rescan` brings them up to date.
    """

    def __init__(self, text: str, *, lf_only: bool = False, width: int | None = None) -> None:
        self.text = Text(text, lf_only=lf_only)
        self.width = width
        self.findings: list[Finding] = []
        self._tally = Tally()
        self._dirty: tuple[int, int] | None = (0, len(self.text))

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace what is between two places (row, column in code points)."""
        first, old_end, new_end = self.text.edit(start, end, text)
        self._forget(first, old_end, new_end - old_end)
        dirty = (max(first - _MARGIN, 0), new_end + _MARGIN)
        if self._dirty:
            # What was dirty before has moved with the rows.
            low, high = self._dirty
            dirty = min(low, dirty[0]), max(high + (new_end - old_end if high >= first else 0), dirty[1])
        self._dirty = dirty[0], min(dirty[1], len(self.text))

    def invalidate(self) -> None:
        """Have everything matched again, since the knowledge or the settings changed."""
        self.findings, self._tally = [], Tally()
        self._dirty = (0, len(self.text))

    def rescan(self, matcher: Matcher) -> Iterator[float]:
        """Match what is out of date, a slice at each step, so that the caller can do something else in between.

        The document must not be edited while the iterator is in use: drop it and start again.

        :return: after each slice, the part that is done, up to 1.0
        """
        if self._dirty is None:
            return
        start, end = begin, finish = self._dirty
        while start < end:
            upto = min(start + _SLICE, end)
            self._replace(start, upto, find(matcher, self.text, start, upto, self.width))
            start = upto
            self._dirty = (start, end) if start < end else None
            yield (start - begin) / (finish - begin)
        self._dirty = None

    def failures(self) -> list[Failure]:
        """What went wrong, as far as it has been scanned."""
        return self._tally.failures()

    def at_row(self, row: int) -> list[Finding]:
        """The findings whose span has part of a row."""
        low, high = self._between(row - REACH, row + 1)
        return [finding for finding in self.findings[low:high] if finding.span.end_row >= row]

    def _forget(self, first: int, old_end: int, moved: int) -> None:
        """Drop the findings in reach of a change, and move those behind it."""
        low, high = self._between(first - _MARGIN, old_end + _MARGIN)
        if low == len(self.findings):
            return
        behind = self.findings[high:]
        if moved:
            behind = [replace(finding, span=finding.span.moved(moved)) for finding in behind]
        self.findings[low:] = behind
        self._recount()

    def _replace(self, start: int, end: int, found: list[Finding]) -> None:
        low, high = self._between(start, end)
        appended = low == len(self.findings)
        self.findings[low:high] = found
        if appended:
            self._tally.add(found)
        elif found or low < high:
            self._recount()

    def _recount(self) -> None:
        self._tally = Tally()
        self._tally.add(self.findings)

    def _between(self, start: int, end: int) -> tuple[int, int]:
        """Indexes of the findings that start in rows ``start`` to ``end`` (exclusive)."""

        def at(row: int) -> int:
            return bisect_left(self.findings, row, key=lambda finding: finding.span.row)

        return at(start), at(end)


def find_in_rows(matcher: Matcher, rows: Sequence[str], width: int | None = None) -> list[Finding]:
    """What is known about a short text.

    :param rows: rows without line ends; only ``\\n`` ends one, so that their numbers stay what they are
    :param width: width of the terminal that broke them, where it is known
    """
    document = Document("\n".join(rows), lf_only=True, width=width)
    for _ in document.rescan(matcher):
        pass
    return document.findings
