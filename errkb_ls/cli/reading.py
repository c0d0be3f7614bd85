"""Logs from files, folders and pipes, as blocks of UTF-8, whatever they are compressed or encoded with."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

from errkb_ls.configuration import matches_glob

_BLOCK: Final = 1 << 20
#: What a log is, is told by so many bytes at its start.
_HEAD: Final = 8192
#: Formats are told by their first bytes, not by a name.
_COMPRESSED: Final[dict[bytes, Callable[[Any], Any]]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
with suppress(ImportError):  # Python 3.14
    _COMPRESSED[b"\x28\xb5\x2f\xfd"] = import_module("compression.zstd").ZstdFile
#: PowerShell's redirections write UTF-16.
_WIDE: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_SKIPPED_FOLDERS: Final = frozenset({"node_modules", "__pycache__", "site-packages"})
_COMPRESSED_SUFFIXES: Final = (".gz", ".bz2", ".xz", ".zst")


class UnreadableError(Exception):
    """A log, or the rest of it, cannot be read; the message says why."""


class BinaryError(UnreadableError):
    """A file is no text at all."""


def logs_in(folder: Path, globs: list[str], refused: Callable[[OSError], None]) -> Iterator[Path]:
    """The logs in a folder and those below it, in order: files that match one of the globs, compressed or not. Hidden folders and those of
    packages are left out; links to folders are not followed.

    :param refused: is called for each folder that cannot be read
    """
    for place, folders, files in os.walk(folder, onerror=refused):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED_FOLDERS)
        for name in sorted(files):
            path = Path(place, name)
            bare = next((name.removesuffix(suffix) for suffix in _COMPRESSED_SUFFIXES if name.endswith(suffix)), name)
            if any(matches_glob(str(path.with_name(bare)), glob) for glob in globs):
                yield path


def blocks_of(path: str, told: Callable[[int], None]) -> Iterator[bytes]:
    """A log in blocks.

    :param path: a file's path; ``-`` is stdin
    :param told: is called with the number of bytes read from the file after each block
    :raises UnreadableError: when it cannot be read, before the first block or after some
    """
    try:
        if path == "-":
            yield from _decoded(sys.stdin.buffer, told)
        else:
            with open(path, "rb") as file:
                yield from _decoded(file, told)
    except OSError as error:
        raise UnreadableError(error.strerror or str(error)) from error
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        message = f"the compressed data is damaged: {error}"
        raise UnreadableError(message) from error


def _decoded(file: IO[bytes], told: Callable[[int], None]) -> Iterator[bytes]:
    start = file.read(_HEAD)
    unpack = next((unpack for magic, unpack in _COMPRESSED.items() if start.startswith(magic)), None)
    raw = _Counted(start, file, told)
    if unpack is None:
        yield from _as_utf8(iter(raw.block, b""))
    else:
        unpacked = unpack(raw)
        # read1 hands out what there is before it stumbles over the damage; read would throw it away.
        yield from _as_utf8(iter(lambda: unpacked.read1(_BLOCK), b""))


def _as_utf8(blocks: Iterator[bytes]) -> Iterator[bytes]:
    first = next(blocks, b"")
    encoding = next((name for mark, name in _WIDE.items() if first.startswith(mark)), None)
    if encoding is None:
        if b"\0" in first[:_HEAD]:
            raise BinaryError("this is a binary file")
        yield first
        yield from blocks
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[2:]).encode("utf-8", "replace")
    for block in blocks:
        yield decoder.decode(block).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8")


class _Counted:
    """The file with what was read from it already, counting: progress is a matter of the compressed bytes."""

    def __init__(self, start: bytes, file: IO[bytes], told: Callable[[int], None]) -> None:
        self._start, self._file, self._told, self._count = start, file, told, len(start)

    def block(self) -> bytes:
        """The next block, as soon as there is something: a pipe may be slow."""
        if self._start:
            data, self._start = self._start, b""
            return data
        data = self._file.read1(_BLOCK) if hasattr(self._file, "read1") else self._file.read(_BLOCK)
        self._count += len(data)
        self._told(self._count)
        return bytes(data)

    def read(self, size: int = -1) -> bytes:
        """What the decompressors ask for."""
        if self._start:
            data, self._start = (self._start, b"") if size < 0 else (self._start[:size], self._start[size:])
            return data
        data = self._file.read(size)
        self._count += len(data)
        self._told(self._count)
        return data
