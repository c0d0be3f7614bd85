"""A progress line on stderr, for people: on a terminal only, and only when it takes a while."""

from __future__ import annotations

import sys
import time
from typing import Final

_AFTER_SECONDS: Final = 1.0
_EVERY_SECONDS: Final = 0.1


class Progress:
    """A line that is written over again and again."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._told = 0.0
        self._on = sys.stderr.isatty()

    def is_due(self) -> bool:
        """Whether somebody looks, and has not been told for a while."""
        now = time.monotonic()
        return self._on and now - self._started >= _AFTER_SECONDS and now - self._told >= _EVERY_SECONDS

    def tell(self, text: str) -> None:
        """Show a text in place of the last one, if that is due."""
        if self.is_due():
            self._told = time.monotonic()
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._told:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class ByteProgress(Progress):
    """How much of a number of bytes in several files is done, and how fast."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self._total = total
        self._before = 0

    def told(self, count: int) -> None:
        """So many bytes of the current file are done."""
        if not self.is_due():
            return
        done = self._before + count
        share = f"{min(done / self._total, 1):4.0%} of {self._total / 1e6:,.0f} MB" if self._total else f"{done / 1e6:,.0f} MB"
        self.tell(f"{share}, {done / 1e6 / (time.monotonic() - self._started):,.0f} MB/s")

    def next_file(self, size: int) -> None:
        """The current file, of so many bytes, is done."""
        self._before += size
