"""Raw rows to clean text, with the way back.

Terminal output and log files carry more than words: colours, redrawn progress bars, backspaces, JSON envelopes, time stamps. Patterns are
written against the words alone, so they run on a :class:`Piece` of cleaned text, and what they find is told in raw positions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from errkb_ls.matching.prefixes import prefix_ends

_ESCAPES: Final = r"""
      \x1b\[ [\d;]* m                                # colours: by far the most frequent, so they come first
    | \x1b\[ (?P<count>\d*) C                        # cursor forward: some terminals send it for blanks
    | (?P<redraw>                                    # the line is drawn again, or drawing goes on elsewhere:
          \r+                                        #   carriage return
        | \x1b\[ (?: [01]? G | 2K | [\d;]* [ABEFHfdJ] )  #   cursor to column 1, erase line, cursor elsewhere, erase display
        | \x1b[EMDc]
      )
    | \x1b\[ [0-?]* [ -/]* [@-~]                     # CSI: colours and the rest
    | \x1b\] [^\x07\x1b]* (?: \x07 | \x1b\\ )?       # OSC: titles, links, shell integration marks
    | \x1b[PX^_] [^\x1b]* (?: \x1b\\ )?              # DCS, SOS, PM, APC
    | \x1b [ -/]* [0-~]                              # two-character escapes
    | \x1b                                           # cut off by the end
"""
_ESCAPE: Final = re.compile(_ESCAPES + r" | (?P<newline>\n) | (?P<back>\x08+)", re.VERBOSE)
#: Colours that lost their escape character on the way through a web page or a clipboard.
_BARE_COLOUR: Final = re.compile(r"\[(?:\d{1,3}(?:;\d{1,3})*)?m")
_DIRT: Final = re.compile(r"[\x08\r\n\x1b]|\[0m")

_BYTE_ESCAPE: Final = re.compile(_ESCAPES.encode(), re.VERBOSE)
_BYTE_BARE_COLOUR: Final = re.compile(_BARE_COLOUR.pattern.encode())
_BYTE_COLOUR: Final = re.compile(rb"\x1b\[[\d;]*[mK]")
_BYTE_FORWARD: Final = re.compile(rb"\x1b\[(\d*)C")
#: A row end becomes a carriage return, so that rows keep their numbers.
_BYTE_JSON_ESCAPES: Final = {rb"\"": b'"', rb"\n": b"\r", rb"\t": b"\t", rb"\/": b"/", rb"\r": b"\r", rb"\b": b"\x08", rb"\f": b"\f"}
_BYTE_UNICODE_ESCAPE: Final = re.compile(rb"(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[0-9a-fA-F]{4}")

_JSON_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?', re.DOTALL)
_JSON_ESCAPE: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_JSON_DEPTH: Final = 2

_MAX_FORWARD: Final = 200


@dataclass(frozen=True, slots=True)
class Mapped:
    """Text that was made from raw text; character ``i`` came from ``raw[begins[i]:ends[i]]``."""

    text: str
    begins: Sequence[int]
    ends: Sequence[int]

    @staticmethod
    def raw(text: str) -> Mapped:
        """The raw text itself."""
        return Mapped(text, range(len(text)), range(1, len(text) + 1))

    def slice(self, start: int, end: int | None = None) -> Mapped:
        """Part of it."""
        return Mapped(self.text[start:end], self.begins[start:end], self.ends[start:end])

    def substitute(self, edits: list[tuple[int, int, str]]) -> Mapped:
        """With stretches replaced.

        :param edits: ``(start, end, replacement)``, not empty, in order, not overlapping; a replacement comes from the whole stretch
        """
        if not edits:
            return self
        text, begins, ends, at = [], list[int](), list[int](), 0
        for start, end, new in edits:
            text += [self.text[at:start], new]
            begins += [*self.begins[at:start], *[self.begins[start]] * len(new)]
            ends += [*self.ends[at:start], *[self.ends[end - 1]] * len(new)]
            at = end
        return Mapped("".join([*text, self.text[at:]]), [*begins, *self.begins[at:]], [*ends, *self.ends[at:]])

    @staticmethod
    def concatenated(parts: Iterable[tuple[int, Mapped]]) -> Mapped:
        """One text made of several, each with the offset of its raw text in the raw text of all."""
        text, begins, ends = [], list[int](), list[int]()
        for offset, part in parts:
            text.append(part.text)
            begins += [offset + begin for begin in part.begins]
            ends += [offset + end for end in part.ends]
        return Mapped("".join(text), begins, ends)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The raw stretch from which the characters ``start`` to ``end`` (exclusive) came."""
        if start < end:
            return self.begins[start], self.ends[end - 1]
        place = self.begins[start] if start < len(self.begins) else (self.ends[-1] if self.ends else 0)
        return place, place


@dataclass(frozen=True, slots=True)
class Piece:
    """Clean text to match on.

    :param starts: offsets at which the message may start: 0, and the end of each prefix in turn
    """

    mapped: Mapped
    starts: tuple[int, ...]

    @property
    def text(self) -> str:
        """The clean text."""
        return self.mapped.text


def pieces_of(mapped: Mapped) -> Iterator[Piece]:
    """Every stretch of clean text in a raw row (or in rows that were joined): what is drawn between two redraws, and each string
    value of a JSON object."""
    for part in _with_json_strings(mapped, _JSON_DEPTH):
        for drawn in _drawn(part):
            yield Piece(drawn, (0, *prefix_ends(drawn.text)))


def is_dirty(raw: str) -> bool:
    """Whether raw text holds anything that :func:`clean_text` would change."""
    return any(mark in raw for mark in ("\x1b", "\r", "\x08", "[0m"))


def clean_text(raw: str) -> str:
    """A raw row for reading: see :func:`on_screen`."""
    return on_screen(Mapped.raw(raw)).text


def on_screen(mapped: Mapped) -> Mapped:
    """What is there after the last redraw that left something."""
    drawn = [part for part in _drawn(mapped) if part.text.strip()]
    return drawn[-1] if drawn else mapped.slice(0, 0)


def loosely_cleaned(data: bytes, kinds: set[str]) -> Iterator[bytes]:
    """Forms of a buffer in which everything that its cleaned pieces contain can be found by a loosened pattern.

    :param data: rows of raw UTF-8
    :param kinds: what is dirty, as :meth:`errkb_ls.matching.database.Database.scan` told
    :return: forms with the same number of rows
    """
    if kinds & {"escape", "backspace", "bare-colour"}:
        yield _without_escapes(data, kinds)
    if "json" in kinds:
        for _ in range(_JSON_DEPTH):
            data = _json_unescaped(data)
            yield _without_escapes(data, kinds)


def _drawn(mapped: Mapped) -> Iterator[Mapped]:
    if not _DIRT.search(mapped.text):
        yield mapped
        return
    if "[0m" in mapped.text and "\x1b" not in mapped.text:
        mapped = mapped.substitute([(*match.span(), "") for match in _BARE_COLOUR.finditer(mapped.text)])
    at, edits = 0, list[tuple[int, int, str]]()
    for match in _ESCAPE.finditer(mapped.text):
        start, end = match.span()
        if match["redraw"] or match["newline"]:
            yield mapped.slice(at, start).substitute(edits)
            at, edits = end, []
        elif match["back"]:
            _backspace(edits, start - at, end - at)
        else:
            blanks = min(int(match["count"] or 1), _MAX_FORWARD) if match["count"] is not None else 0
            edits.append((start - at, end - at, " " * blanks))
    yield mapped.slice(at).substitute(edits)


def _backspace(edits: list[tuple[int, int, str]], start: int, end: int) -> None:
    """Add an edit that also deletes as many visible characters as there are backspaces, with the edits among them."""
    first = start
    for _ in range(end - start):
        while edits and edits[-1][1] == first:
            first = edits.pop()[0]
        first = max(first - 1, 0)
    edits.append((first, end, ""))


def _with_json_strings(mapped: Mapped, depth: int) -> Iterator[Mapped]:
    yield mapped
    start = mapped.text.find("{")
    if depth == 0 or start < 0 or '"' not in mapped.text or not mapped.text.rstrip().endswith("}"):
        return
    for match in _JSON_STRING.finditer(mapped.text, start):
        if match[1] and match[2] is None:
            value = mapped.slice(*match.span(1))
            yield from _with_json_strings(value.substitute(_json_edits(value.text)), depth - 1)


def _json_edits(text: str) -> list[tuple[int, int, str]]:
    return [(*match.span(), _json_char(match[0])) for match in _JSON_ESCAPE.finditer(text)]


def _json_char(escape: str) -> str:
    try:
        return str(json.loads(f'"{escape}"'))
    except ValueError:
        return escape[1:]


def _json_unescaped(data: bytes) -> bytes:
    """JSON escapes undone in a whole buffer, row ends kept. Plain replacements are ten times as fast as a pattern."""
    parts = data.split(rb"\\")
    for escape, byte in _BYTE_JSON_ESCAPES.items():
        parts = [part.replace(escape, byte) for part in parts]
    data = b"\\".join(parts)
    return _BYTE_UNICODE_ESCAPE.sub(_unicode_byte, data) if rb"\u" in data else data


def _unicode_byte(match: re.Match[bytes]) -> bytes:
    # A lone surrogate is no UTF-8, and a row end would shift the rows below.
    text = str(json.loads(b'"' + match[0] + b'"'))
    return text.encode("utf-8", "replace").replace(b"\n", b"\r")


def _without_escapes(data: bytes, kinds: set[str]) -> bytes:
    if "backspace" in kinds or b"\x08" in data:
        data = b"".join(_with_rows_erased(data))
    if "escape" in kinds or b"\x1b" in data:
        data = _BYTE_COLOUR.sub(b"", data)
    if b"\x1b" in data:
        data = _BYTE_FORWARD.sub(lambda match: b" " * min(int(match[1] or 1), _MAX_FORWARD), data)
        data = _BYTE_ESCAPE.sub(b"", data)
    return _BYTE_BARE_COLOUR.sub(b"", data) if "bare-colour" in kinds else data


def _with_rows_erased(data: bytes) -> Iterator[bytes]:
    at = 0
    while (found := data.find(b"\x08", at)) >= 0:
        start = data.rfind(b"\n", at, found) + 1 or at
        end = data.find(b"\n", found)
        end = len(data) if end < 0 else end
        yield data[at:start]
        yield _erased(data[start:end])
        at = end
    yield data[at:]


def _erased(row: bytes) -> bytes:
    """A row with backspaces, drawn exactly: what they delete is a matter of characters, not of bytes."""
    drawn = _drawn(Mapped.raw(row.decode("utf-8", "replace")))
    return "\r".join(part.text for part in drawn).encode("utf-8", "replace")
