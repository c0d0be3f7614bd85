"""What matching tells: findings, and failures made of them.

Positions are rows and columns of the *raw* text, both 0-based; a column counts code points. Ends are exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from errkb_ls.knowledge import Entry

Role = Literal["cause", "consequence"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of raw text, possibly over several rows."""

    row: int
    column: int
    end_row: int
    end_column: int

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return (self.row, self.column) < (other.end_row, other.end_column) and (other.row, other.column) < (
            self.end_row,
            self.end_column,
        )

    def moved(self, rows: int) -> Span:
        """The same span some rows further down (or up, negative)."""
        return Span(self.row + rows, self.column, self.end_row + rows, self.end_column)


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where an entry matched.

    :param entry: the entry
    :param wording: index into :attr:`Entry.wordings` of the pattern that matched
    :param span: where
    :param text: the raw matched text, escapes and all; rows joined with ``\\n``
    :param captures: named groups of the cleaned text that took part, by name. Untrusted.
    :param also: ids of entries that matched the same place and were outranked
    """

    entry: Entry
    wording: int
    span: Span
    text: str
    captures: dict[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that went wrong, however often it was printed.

    :param finding: the first occurrence
    :param spans: the first occurrences, in order (at most :data:`errkb_ls.matching.failures.MAX_SPANS`)
    :param count: number of all occurrences
    :param role: ``cause`` when another failure here follows from it, ``consequence`` when it follows from :attr:`cause`
    :param cause: the finding it follows from
    """

    finding: Finding
    spans: tuple[Span, ...]
    count: int
    role: Role | None = None
    cause: Finding | None = None
