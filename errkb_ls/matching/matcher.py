"""The heart: rows of raw text and knowledge to findings.

:func:`find` looks at a stretch of rows. What it says about a row depends on at most :data:`REACH` rows before and after it, so a document
that changes is looked at again only around the change, and a file is read in blocks, with the same result as in one go.

Two passes. The *coarse* one runs whole buffers through hyperscan and says which pattern to try at which row; it may say too much, never too
little. The *fine* one cleans those rows and runs the pattern itself, for exact spans and captures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol

import re2

from errkb_ls.knowledge import Entry, Problem
from errkb_ls.matching.cleaning import Mapped, Piece, loosely_cleaned, pieces_of
from errkb_ls.matching.database import RE2_OPTIONS, Database
from errkb_ls.matching.finding import Finding, Span
from errkb_ls.matching.pattern import Shape, shape_of
from errkb_ls.matching.ranking import outrank
from errkb_ls.matching.wrapping import Chain, Rows, chains, joined

#: How far a pattern of several rows, a condition or a broken line may look, in rows.
REACH: Final = 40
#: Up to this row lines are put together on suspicion where no width is known: it costs more than the scan itself, and Neovim keeps 10,000
#: rows of a terminal by default.
SUSPICIOUS_ROWS: Final = 10_000
#: A row longer than this is looked at around each hit only, :data:`_AROUND` characters to each side.
LONG_ROW: Final = 16_384
_AROUND: Final = LONG_ROW // 2
#: How often one pattern is tried in one long row.
_TRIES: Final = 8


@dataclass(frozen=True)
class Signature:
    """One pattern of one entry."""

    entry: Entry
    wording: int
    regex: str

    @property
    def shape(self) -> Shape:
        """What the pattern is like."""
        return shape_of(self.regex)

    @cached_property
    def compiled(self) -> Any:
        """The RE2 pattern, compiled when it is first needed."""
        return re2.compile(self.regex, RE2_OPTIONS)


def signatures_of(entries: Iterable[Entry]) -> list[Signature]:
    """Every pattern of every entry. A wording without a pattern is matched by its own text."""
    return [
        Signature(entry, index, wording.regex or re2.escape(wording.signature))
        for entry in entries
        for index, wording in enumerate(entry.wordings)
        if wording.regex or wording.signature.strip()
    ]


@dataclass(frozen=True, slots=True)
class Matcher:
    """Signatures with the database compiled from their patterns, in the same order. Immutable.

    :param muted: indexes of signatures to leave out. They stay in the database, so that muting one does not compile all again.
    """

    signatures: Sequence[Signature] = ()
    database: Database = field(default_factory=lambda: Database(None, 0))
    muted: frozenset[int] = frozenset()

    def problems(self, path_of: dict[str, str]) -> list[Problem]:
        """A problem for each pattern that is left out.

        :param path_of: file of each entry id
        """
        return [
            Problem(
                "bad-regex",
                path_of.get((signature := self.signatures[index]).entry.id, signature.entry.id),
                f"The pattern cannot be used: {reason}.",
                "Write it in RE2 syntax: no look-around, no back-references.",
                "$.regex" if signature.wording == 0 else f"$.variants[{signature.wording - 1}].regex",
            )
            for index, reason in self.database.refused.items()
        ]


class Buffer(Rows, Protocol):
    """Raw rows that can also be had as one buffer."""

    @property
    def base(self) -> int:
        """Number of the first row in the whole text."""

    def encoded(self, start: int, end: int) -> bytes:
        """Rows ``start`` to ``end`` (exclusive) as valid UTF-8, separated by ``\\n``."""


def find(matcher: Matcher, rows: Buffer, start: int, end: int, width: int | None = None) -> list[Finding]:
    """What is known about the rows.

    :param rows: the text
    :param start: first row of interest
    :param end: row before which to stop
    :param width: width of the terminal in columns, where rows are known to be broken at it
    :return: the findings that start there, ordered by place, outranked ones folded into those that outrank them
    """
    first, last = max(start - REACH, 0), min(end + REACH, len(rows))
    found: dict[tuple[int, int, int], Finding] = {}
    for row, offset, index in candidates(matcher, rows.encoded(first, last)):
        signature = matcher.signatures[index]
        for at in range(max(first + row - signature.shape.breaks, first), first + row + 1):
            for finding in _at_row(signature, rows, at, offset):
                found[finding.span.row, finding.span.column, index] = finding
    suspicious = last if width is not None else min(last, SUSPICIOUS_ROWS - rows.base)
    for finding, index in _across(matcher, rows, first, suspicious, width) if suspicious > first else ():
        key = finding.span.row, finding.span.column, index
        # Where rows are joined on suspicion only, what one row says for itself counts: "no file x.so" may well end there.
        if width is not None or key not in found:
            found[key] = finding
    return [finding for finding in outrank(found.values()) if start <= finding.span.row < end]


def candidates(matcher: Matcher, data: bytes) -> list[tuple[int, int, int]]:
    """``(row, offset, index)`` of patterns that may match: the row and the byte offset in it where a loosened pattern ended."""
    hits, kinds = matcher.database.scan(data)
    found = dict.fromkeys(_located(data, hits))
    for form in loosely_cleaned(data, kinds):
        found |= dict.fromkeys(_located(form, matcher.database.scan(form)[0]))
    return sorted(candidate for candidate in found if candidate[2] not in matcher.muted)


def _located(data: bytes, hits: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Hits by row. In a long row a pattern is told several times, in others once."""
    row = begin = counted = 0
    told: dict[int, tuple[int, int]] = {}
    for end, index in hits:
        if newlines := data.count(b"\n", counted, end - 1):
            row += newlines
            begin = data.rfind(b"\n", counted, end - 1) + 1
            told.clear()
        counted = max(end - 1, counted)
        last, times = told.get(index, (-LONG_ROW, 0))
        if end - begin - last >= _AROUND and times < _TRIES:
            told[index] = end - begin, times + 1
            yield row, end - begin, index


def _at_row(signature: Signature, rows: Rows, row: int, offset: int) -> Iterator[Finding]:
    raw = rows[row]
    if signature.shape.breaks:
        yield from _several_rows(signature, rows, row)
        return
    base = 0
    if len(raw) > LONG_ROW:
        base = max(len(raw.encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")) - _AROUND, 0)
        raw = raw[base : base + LONG_ROW]
    for piece in pieces_of(Mapped.raw(raw)):
        for start, end, captures in _matches(signature, piece):
            begin, finish = piece.mapped.origin(start, end)
            span = Span(row, base + begin, row, base + finish)
            if _holds(signature.entry, rows, row):
                yield Finding(signature.entry, signature.wording, span, raw[begin:finish], captures)


def _matches(signature: Signature, piece: Piece) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Matches in a piece. An anchored pattern is tried behind each prefix, and the first success counts."""
    for start in piece.starts if signature.shape.anchored else (0,):
        text = piece.text[start:]
        for match in signature.compiled.finditer(text):
            captures = {name: value for name, value in match.groupdict().items() if value is not None}
            yield start + match.start(), start + match.end(), captures
            if signature.shape.anchored:
                return


def _several_rows(signature: Signature, rows: Rows, row: int) -> Iterator[Finding]:
    """A pattern that contains line breaks, on as many rows from this one on as it may need."""
    raws = rows.between(row, min(row + REACH, len(rows)))
    pieces = [next(pieces_of(Mapped.raw(raw.rstrip("\r"))), None) for raw in raws]
    depths = len(pieces[0].starts) if pieces[0] else 0
    for depth in range(depths if signature.shape.anchored else min(depths, 1)):
        starts = [piece.starts[min(depth, len(piece.starts) - 1)] if piece else 0 for piece in pieces]
        texts = [piece.text[start:] if piece else "" for piece, start in zip(pieces, starts, strict=True)]
        match = signature.compiled.search("\n".join(texts))
        if not match or match.start() > len(texts[0]):
            continue
        places = [_place(texts, starts, pieces, offset) for offset in (match.start(), max(match.end() - 1, match.start()))]
        (begin_row, begin, _), (end_row, _, end) = places
        span = Span(row + begin_row, begin, row + end_row, end)
        if _holds(signature.entry, rows, row):
            captures = {name: value for name, value in match.groupdict().items() if value is not None}
            yield Finding(signature.entry, signature.wording, span, _raw_text(raws, span, row), captures)
        return


def _place(texts: list[str], starts: list[int], pieces: list[Piece | None], offset: int) -> tuple[int, int, int]:
    """Row (in the list) and raw columns, begin and end, of a character of the texts joined by ``\\n``."""
    for i, text in enumerate(texts):
        if offset <= len(text):
            piece = pieces[i]
            at = starts[i] + offset
            begin, end = piece.mapped.origin(at, at + (offset < len(text))) if piece else (0, 0)
            return i, begin, end
        offset -= len(text) + 1
    raise IndexError(offset)


def _raw_text(raws: Sequence[str], span: Span, base: int) -> str:
    lines = list(raws[span.row - base : span.end_row - base + 1])
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return "\n".join(lines)


def _across(matcher: Matcher, rows: Rows, first: int, last: int, width: int | None) -> Iterator[tuple[Finding, int]]:
    """What matches only when broken rows are put together."""
    found = list(chains(rows, first, last, width))
    data = "\n".join("".join(chain.texts) for chain in found).encode("utf-8", "replace")
    for number, _, index in candidates(matcher, data) if found else ():
        signature = matcher.signatures[index]
        # A row that happens to fill the terminal is not broken: a line of its own may begin below it.
        for chain in found[number].tails() if signature.shape.anchored else [found[number]]:
            if across := list(_in_chain(signature, rows, chain)):
                yield from ((finding, index) for finding in across)
                break


def _in_chain(signature: Signature, rows: Rows, chain: Chain) -> Iterator[Finding]:
    if signature.shape.breaks:
        return
    mapped, offsets = joined(rows, chain)
    raws = rows.between(chain.start, chain.start + len(chain.texts))
    for piece in pieces_of(mapped):
        for start, end, captures in _matches(signature, piece):
            span = _span(piece.mapped.origin(start, end), offsets, chain.start)
            if _holds(signature.entry, rows, span.row):
                yield Finding(signature.entry, signature.wording, span, _raw_text(raws, span, chain.start), captures)


def _span(stretch: tuple[int, int], offsets: list[int], base: int) -> Span:
    def place(offset: int) -> tuple[int, int]:
        row = max(i for i, begin in enumerate(offsets) if begin <= offset)
        return base + row, offset - offsets[row]

    begin_row, begin = place(stretch[0])
    end_row, end = place(max(stretch[1] - 1, stretch[0]))
    return Span(begin_row, begin, end_row, end + 1)


def _holds(entry: Entry, rows: Rows, row: int) -> bool:
    """Whether the entry's conditions on the rows around hold."""
    for condition in entry.context:
        first = max(row - min(condition.lines_before, REACH), 0)
        last = min(row + min(condition.lines_after, REACH) + 1, len(rows))
        signature = Signature(entry, 0, condition.regex)
        if condition.negate == any(_anywhere(signature, raw) for raw in rows.between(first, last)):
            return False
    return True


def _anywhere(signature: Signature, raw: str) -> bool:
    return any(True for piece in pieces_of(Mapped.raw(raw[:LONG_ROW])) for _ in _matches(signature, piece))
