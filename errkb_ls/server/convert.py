"""Conversions between our values and the protocol's. Plain functions, nothing else converts.

Ours are 0-based rows and code-point columns of the raw row; the protocol's characters are units of the negotiated encoding.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.uris import to_fs_path

from errkb_ls.matching import Span, Text

Encoding = types.PositionEncodingKind | str | None

SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}

#: Codec and bytes per unit. UTF-16 is what counts when nothing was negotiated.
_CODECS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}


def to_units(text: str, column: int, encoding: Encoding) -> int:
    """The column in units of the encoding.

    :param text: the row
    :param column: in code points, at most the row's length
    """
    if text.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return column
    codec, size = _codec(encoding)
    return len(text[:column].encode(codec, "surrogatepass")) // size


def from_units(text: str, units: int, encoding: Encoding) -> int:
    """The column in code points; inside a character means its start, beyond the row its end."""
    if text.isascii() or encoding == types.PositionEncodingKind.Utf32:
        return min(units, len(text))
    codec, size = _codec(encoding)
    data = text.encode(codec, "surrogatepass")[: units * size]
    # Lone surrogates survive in UTF-16, and a pair that was cut in the middle does not count.
    return len(data.decode(codec, "ignore")) if codec == "utf-8" else _utf16_length(data)


def to_range(span: Span, row_text: Callable[[int], str], encoding: Encoding) -> types.Range:
    """The span as a range."""
    return types.Range(
        types.Position(span.row, to_units(row_text(span.row), span.column, encoding)),
        types.Position(span.end_row, to_units(row_text(span.end_row), span.end_column, encoding)),
    )


def from_position(position: types.Position, text: Text, encoding: Encoding) -> tuple[int, int]:
    """Row and column of a position; one beyond the text stays beyond it."""
    if position.line >= len(text):
        return position.line, 0
    return position.line, from_units(text[position.line], position.character, encoding)


def to_path(uri: str) -> Path | None:
    """The path of a file URI, None for other schemes."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def _codec(encoding: Encoding) -> tuple[str, int]:
    name = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
    return _CODECS.get(name or "utf-16", _CODECS["utf-16"])


def _utf16_length(data: bytes) -> int:
    text = data.decode("utf-16-le", "surrogatepass")
    return len(text) - (bool(text) and "\ud800" <= text[-1] <= "\udbff")
