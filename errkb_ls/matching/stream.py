"""A file of any size, read in blocks, to findings in bounded memory.

Each block is matched together with a margin of rows before and after it, so that what is found is the same as in one go.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from errkb_ls.matching.finding import Finding, Span
from errkb_ls.matching.matcher import LONG_ROW, REACH, Matcher, find

_MARGIN: Final = 2 * REACH
#: Rows so near to an end of a block are counted from there instead of having all of them told apart.
_NEAR: Final = 3 * _MARGIN
#: A row longer than this is taken apart; what matches across the cut is found through the overlap.
_LONGEST_ROW: Final = 4 << 20


def find_in_blocks(matcher: Matcher, blocks: Iterable[bytes], width: int | None = None) -> Iterator[Finding]:
    """Find what is known in a stream of bytes.

    :param blocks: the text in UTF-8, cut anywhere; about 1 MB each is fastest. Invalid bytes are read as U+FFFD.
    :param width: terminal width where rows are known to be broken at it
    :return: findings in order; rows end at ``\\n``
    """
    buffer, done, base, column = b"", 0, 0, 0
    for block, is_last in _with_last(_valid(blocks)):
        buffer += block
        cut = len(buffer) if is_last else buffer.rfind(b"\n") + 1
        if not cut and len(buffer) < _LONGEST_ROW:
            continue
        if not cut:
            rows = _BlockRows(buffer, base)
            limit = len(rows[0]) - LONG_ROW
            yield from (_moved(f, base, column) for f in find(matcher, rows, 0, 1, width) if f.span.column < limit)
            column, buffer, done = column + limit, rows[0][limit:].encode("utf-8"), 0
            continue
        # The empty row behind the last line end is the start of the next block.
        rows = _BlockRows(buffer[:cut], base)
        count = len(rows) - (not is_last)
        end = count if is_last else max(count - _MARGIN, done)
        yield from (_moved(finding, base, column) for finding in find(matcher, rows, done, end, width))
        keep = max(end - _MARGIN, 0)
        column = column if keep == 0 else 0
        buffer = buffer[rows.offset(keep) :]
        base, done = base + keep, end - keep


@dataclass(slots=True)
class _BlockRows:
    """The rows of a block. They are told apart only when somebody asks: most blocks hold nothing of interest."""

    data: bytes
    base: int
    _count: int = -1
    _offsets: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        if self._count < 0:
            self._count = self.data.count(b"\n") + 1
        return self._count

    def __getitem__(self, row: int) -> str:
        start = self.offset(row)
        end = self.offset(row + 1) - 1 if row + 1 < len(self) else len(self.data)
        return self.data[start:end].decode("utf-8", "replace")

    def between(self, start: int, end: int) -> list[str]:
        rows = self.data[self.offset(start) : self.offset(end)].decode("utf-8", "replace").split("\n")
        return rows[: end - start]

    def encoded(self, start: int, end: int) -> bytes:
        return self.data[self.offset(start) : self.offset(end)]

    def offset(self, row: int) -> int:
        """Byte offset of a row; behind the last one, the length."""
        if row >= len(self):
            return len(self.data)
        if not self._offsets and row <= _NEAR:
            at = 0
            for _ in range(row):
                at = self.data.find(b"\n", at) + 1
            return at
        if not self._offsets and len(self) - row <= _NEAR:
            at = len(self.data)
            for _ in range(len(self) - row):
                at = self.data.rfind(b"\n", 0, at)
            return at + 1
        if not self._offsets:
            self._offsets = [0, *accumulate(map((1).__add__, map(len, self.data.split(b"\n"))))]
        return self._offsets[row]


def _moved(finding: Finding, base: int, column: int) -> Finding:
    span = finding.span
    first, last = (column if row == 0 else 0 for row in (span.row, span.end_row))
    return replace(finding, span=Span(span.row + base, span.column + first, span.end_row + base, span.end_column + last))


def _valid(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The blocks in valid UTF-8 without a byte order mark: hyperscan must not see anything else."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    pending = False
    for number, block in enumerate(blocks):
        data = block.removeprefix(codecs.BOM_UTF8) if number == 0 else block
        if data.isascii() and not pending:
            yield data
        else:
            yield decoder.decode(data).encode("utf-8")
            pending = bool(decoder.getstate()[0])
    if rest := decoder.decode(b"", final=True):
        yield rest.encode("utf-8")


def _with_last(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each block with whether it is the last one; at least one, which may be empty."""
    previous: bytes | None = None
    for block in blocks:
        if previous is not None:
            yield previous, False
        previous = block
    yield previous or b"", True
