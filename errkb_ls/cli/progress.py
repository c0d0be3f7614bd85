"""A progress line on stderr, for people: on a terminal only, and only when it takes a while."""

from __future__ import annotations

import sys
import time
from typing import Final

_AFTER_SECONDS: Final = 1.0
_EVERY_SECONDS: Final = 0.1


class Progress:
    """Tells how much of a number of bytes is done, and how fast."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._before = 0
        self._started = time.monotonic()
        self._shown = 0.0
        self._on = sys.stderr.isatty()

    def told(self, count: int) -> None:
        """So many bytes of the current file are done."""
        now = time.monotonic()
        if not self._on or now - self._started < _AFTER_SECONDS or now - self._shown < _EVERY_SECONDS:
            return
        self._shown = now
        done = self._before + count
        share = f"{min(done / self._total, 1):4.0%} of {self._total / 1e6:,.0f} MB" if self._total else f"{done / 1e6:,.0f} MB"
        print(f"\r\x1b[K{share}, {done / 1e6 / (now - self._started):,.0f} MB/s", end="", file=sys.stderr, flush=True)

    def next_file(self, size: int) -> None:
        """The current file, of so many bytes, is done."""
        self._before += size

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
