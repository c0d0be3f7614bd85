"""Rows that a terminal or a copy broke at its width, put together again.

Nothing marks such a break, so the rule is local: a row is *full* when it is as wide as the terminal is known to be or, where that is
not known, when it is at least 40 columns wide, no row nearby is wider, and the next row does not start like a line of its own.
Rows are joined on suspicion; only what matches *across* a break counts, so a wrong join does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby
from typing import Final, Protocol

from errkb_ls.matching.cleaning import Mapped, clean_text, is_dirty, on_screen
from errkb_ls.matching.prefixes import prefix_ends

#: A terminal narrower than this would break most lines; nobody reads logs in one.
MIN_WIDTH: Final = 40
#: A longer run of equally wide rows is a table or base64, not one message: 24 rows of 80 columns are 1,920 characters.
MAX_ROWS: Final = 24
#: A raw row longer than this is wider than any terminal, whatever is in it.
_TOO_LONG: Final = 4096
#: How many rows nearby must not be wider.
NEARBY: Final = 4

_WIDE: Final = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6"
    "\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001faff\U00020000-\U0003fffd]"
)
#: What tells the prefix of a line of its own from the end of a broken word, such as "Error: " or "lib.so.3: ".
_OF_A_LINE: Final = re.compile(r"[\[|#<(!]|\d:\d\d")
_SAME_DIGIT: Final = str.maketrans("123456789", "000000000")
_ZERO: Final = re.compile("[\u0300-\u036f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f]")


class Rows(Protocol):
    """Raw rows without their line ends."""

    def __len__(self) -> int:
        """Number of rows."""

    def __getitem__(self, row: int, /) -> str:
        """One row."""

    def between(self, start: int, end: int) -> list[str]:
        """Rows ``start`` to ``end`` (exclusive)."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Rows that may be one broken line.

    :param start: the first row
    :param texts: the clean rows, the prefixes that each row has of its own taken off all but the first
    :param cuts: the lengths of these prefixes
    """

    start: int
    texts: tuple[str, ...]
    cuts: tuple[int, ...]

    def tails(self) -> Iterator[Chain]:
        """The chain itself, and what is left of it without its first rows: any of these may be the broken line."""
        for i in range(len(self.texts) - 1):
            yield Chain(self.start + i, self.texts[i:], (0, *self.cuts[i + 1 :]))


def display_width(text: str) -> int:
    """Columns that clean text takes in a terminal (East Asian wide characters take two; Unicode's EastAsianWidth)."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text)) - len(_ZERO.findall(text))


def chains(rows: Rows, start: int, end: int, width: int | None) -> Iterator[Chain]:
    """Find the broken lines among rows.

    :param start: first row to look at
    :param end: row before which to stop
    :param width: the terminal's width in columns where it is known
    """
    texts = rows.between(start, end)
    if is_dirty("\n".join(texts)):
        texts = [text if len(text) > _TOO_LONG else clean_text(text) for text in texts]
    widths = [display_width(text) for text in texts]
    is_full = partial(_looks_full, _runs(widths)) if width is None else partial(_is_as_wide, width)
    first = 0
    while first < len(texts) - 1:
        if not is_full(texts, widths, first):
            first += 1
            continue
        last = first + 1
        while last < len(texts) - 1 and is_full(texts, widths, last):
            last += 1
        if last - first < MAX_ROWS:
            cuts = (0, *(_continues(texts[first], text) or 0 for text in texts[first + 1 : last + 1]))
            cut = (text[length:] for text, length in zip(texts[first : last + 1], cuts, strict=True))
            yield Chain(start + first, tuple(cut), cuts)
        first = last + 1


def joined(rows: Rows, chain: Chain) -> tuple[Mapped, list[int]]:
    """The rows of a chain as one.

    :return: the chain's texts as one, with the way back to the raw rows joined by ``\\n``, and the offset of each row in that
    """
    raws = rows.between(chain.start, chain.start + len(chain.texts))
    offsets = [0, *accumulate(len(raw) + 1 for raw in raws[:-1])]
    parts = (on_screen(Mapped.raw(raw)).slice(cut) for raw, cut in zip(raws, chain.cuts, strict=True))
    return Mapped.concatenated(zip(offsets, parts, strict=True)), offsets


def _is_as_wide(width: int, texts: list[str], widths: list[int], i: int) -> bool:
    # A wide character that does not fit into the last column leaves it empty.
    return bool(widths[i + 1]) and (widths[i] == width or (widths[i] == width - 1 and bool(_WIDE.match(texts[i + 1]))))


def _runs(widths: list[int]) -> list[int]:
    """For each row, how many rows around it are just as wide."""
    return [length for _, run in groupby(widths) for length in (len(list(run)),) for _ in range(length)]


def _looks_full(runs: list[int], texts: list[str], widths: list[int], i: int) -> bool:
    return (
        widths[i] >= MIN_WIDTH
        and 0 < widths[i + 1] <= widths[i]
        # The rows of a table are all as wide, and asking each of them for its prefix takes time.
        and runs[i] <= MAX_ROWS
        and widths[i] >= max(widths[max(i - NEARBY, 0) : i + NEARBY + 2])
        and _continues(texts[i], texts[i + 1]) is not None
    )


def _continues(row: str, following: str) -> int | None:
    """Whether a row may continue the one before it.

    :return: the length of the prefix that it has all the same, where the text was broken before it got its prefixes (the row before has
        one that differs in digits only); None when it starts with a time stamp or the like, as a line of its own does
    """
    prefixes = prefix_ends(following)
    if not prefixes:
        return 0
    # What stands behind the break may hide the end of the prefix: "ERROR:root:" and then a blank.
    ends = [*prefixes, *prefix_ends(row)]
    pair = [text[: max(ends)].translate(_SAME_DIGIT) for text in (row, following)]
    same = next((i for i, (ours, theirs) in enumerate(zip(*pair, strict=False)) if ours != theirs), min(map(len, pair)))
    if indent := len(following) - len(following.lstrip()):
        # Blanks may belong to the message; those that the row before has, too, do not.
        shared = len(row) - len(row.lstrip())
        ends[0] = shared if shared <= indent else 0
    own = max((end for end in ends if end <= same), default=0)
    # "Error: " may be the end of a word; a time stamp that the row before does not have is not.
    return own if own or not _OF_A_LINE.search(following, 0, prefixes[-1]) else None
