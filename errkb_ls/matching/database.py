"""Many patterns compiled into one hyperscan database, and buffers of text run through it.

Compiling 1,900 patterns takes seconds, loading the serialised database milliseconds, so :meth:`Database.dump` and
:meth:`Database.load` are there for a cache. Besides the patterns, the database carries a few probes that tell, at no extra cost, what
kinds of dirt a buffer contains (looking for ``{"`` on its own costs as much as the whole scan).
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import hyperscan
import re2

from errkb_ls.matching.pattern import Shape, shape_of

#: What can be dirty about a buffer, and the pattern that shows it.
PROBES: Final = {
    "escape": rb"\x1b",
    "backspace": rb"\x08",
    "bare-colour": rb"\[0m",
    "json": rb"\{\s*\"[^\n]*\\[\"\\/bfnrtu]",  # with something escaped in it; without, the raw row says the same
}

#: Part of the cache key: raise it when what is compiled from the same patterns changes.
_FORMAT: Final = "3"

RE2_OPTIONS: Final = re2.Options()
RE2_OPTIONS.log_errors = False


@dataclass(frozen=True, slots=True)
class Database:
    """A compiled set of patterns.

    :param refused: index of each pattern that could not be compiled, with the reason; the others work
    """

    _compiled: hyperscan.Database | None
    _size: int
    refused: dict[int, str] = field(default_factory=dict)

    def scan(self, data: bytes) -> tuple[list[tuple[int, int]], set[str]]:
        """Run a buffer of valid UTF-8 through all patterns.

        :return: ``(end, index)`` for every hit, in order of the end, a byte offset; and the kinds of dirt seen
        """
        if self._compiled is None:
            return [], set()
        raw: list[tuple[int, int]] = []

        def on_match(index: int, _start: int, end: int, _flags: int, _context: object) -> None:
            raw.append((end, index))

        self._compiled.scan(data, match_event_handler=on_match)
        kinds = list(PROBES)
        hits = sorted(hit for hit in raw if hit[1] < self._size)
        return hits, {kinds[index - self._size] for _, index in raw if index >= self._size}

    def dump(self) -> bytes:
        """Everything needed to :meth:`load` it again on this machine."""
        head = json.dumps({"size": self._size, "refused": self.refused}).encode()
        body = hyperscan.dumpb(self._compiled) if self._compiled else b""
        return head + b"\n" + body

    @staticmethod
    def load(data: bytes) -> Database:
        """The database that was dumped.

        :raises ValueError: if the data is damaged, or made for another processor or version
        """
        head, _, body = data.partition(b"\n")
        try:
            info = json.loads(head)
            compiled = hyperscan.loadb(body, hyperscan.HS_MODE_BLOCK) if body else None
            if compiled:
                compiled.scratch = hyperscan.Scratch(compiled)
                compiled.scan(b"", match_event_handler=lambda *_: None)
            return Database(compiled, int(info["size"]), {int(k): str(v) for k, v in info["refused"].items()})
        except (hyperscan.error, hyperscan.HyperscanError, KeyError, TypeError, AttributeError, ValueError) as error:
            message = f"not a usable database: {error}"
            raise ValueError(message) from error


def key_of(patterns: Sequence[str]) -> str:
    """A name for the database of these patterns with this engine on this machine."""
    from importlib.metadata import version  # slow to import, and only the cache asks

    parts = [_FORMAT, version("hyperscan"), platform.machine(), platform.system(), *patterns]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def compile_database(patterns: Sequence[str]) -> Database:
    """Compile the patterns; one that RE2 or hyperscan refuses is left out and told in :attr:`Database.refused`."""
    refused: dict[int, str] = {}
    shapes: dict[int, Shape] = {}
    for index, regex in enumerate(patterns):
        if reason := refusal(regex):
            refused[index] = reason
        else:
            shapes[index] = shape_of(regex)
    flags = {index: hyperscan.HS_FLAG_UTF8 * shape.utf8 for index, shape in shapes.items()}
    try:
        compiled = _compile(shapes, flags, len(patterns))
    except hyperscan.error:
        # hyperscan does not say which one it was.
        for index, shape in list(shapes.items()):
            if reason := _make_bearable(index, shape, flags):
                refused[index] = reason
                del shapes[index]
        compiled = _compile(shapes, flags, len(patterns))
    return Database(compiled, len(patterns), refused)


def _make_bearable(index: int, shape: Shape, flags: dict[int, int]) -> str | None:
    """Have a pattern that is too large approximated (as a prefilter it may hit too much, never too little); answers why even that fails."""
    reason = ""
    for flag in (flags[index], flags[index] | hyperscan.HS_FLAG_PREFILTER):
        try:
            _compile({index: shape}, {index: flag}, index + 1)
        except hyperscan.error as error:
            reason = f"hyperscan: {error}"
        else:
            flags[index] = flag
            return None
    return reason


def refusal(regex: str) -> str | None:
    """Why a pattern cannot be used, or None."""
    try:
        re2.compile(regex, RE2_OPTIONS)
    except (re2.error, UnicodeEncodeError) as error:
        detail = error.args[0] if error.args else error
        return f"RE2: {detail.decode('utf-8', 'replace') if isinstance(detail, bytes) else detail}"
    # Anchors may keep a pattern from matching the empty row, but the loosened one must not match everywhere either.
    loose = shape_of(regex).loose
    if not loose or re2.compile(loose, RE2_OPTIONS).search(""):
        return "it matches the empty row"
    return None


def compiled_size(regex: str) -> int:
    """How many bytes a pattern takes, compiled by itself.

    :raises hyperscan.error: if hyperscan refuses it
    """
    shape = shape_of(regex)
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(expressions=[shape.loose.encode()], flags=[hyperscan.HS_FLAG_UTF8 * shape.utf8])
    return len(hyperscan.dumpb(database))


def _compile(shapes: dict[int, Shape], flags: dict[int, int], size: int) -> hyperscan.Database:
    expressions = [shape.loose.encode() for shape in shapes.values()] + list(PROBES.values())
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=expressions,
        ids=[*shapes, *range(size, size + len(PROBES))],
        elements=len(expressions),
        flags=[*(flags[index] for index in shapes), *[hyperscan.HS_FLAG_SINGLEMATCH] * len(PROBES)],
    )
    return database
