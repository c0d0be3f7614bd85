"""Show the known failures in logs.

PATH is a file (plain, .gz, .bz2, .xz; UTF-8 or UTF-16), a folder that is searched for logs, or - for stdin.
Exit status: 0 nothing known was found, 1 something was, 2 something could not be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from errkb_ls.cli.opening import add_card_options, add_options, open_all, print_json, visible, wants_colour
from errkb_ls.cli.progress import ByteProgress
from errkb_ls.cli.reading import BinaryError, UnreadableError, blocks_of, logs_in
from errkb_ls.configuration import Settings
from errkb_ls.engine import Engine
from errkb_ls.matching import Failure, Tally, find_in_blocks
from errkb_ls.rendering import Detail, Language, Words, failure_object, harmless, in_order, report, severity


@dataclass(frozen=True, slots=True)
class Scanned:
    """One log with what went wrong in it."""

    path: str
    failures: list[Failure]


@dataclass(frozen=True, slots=True)
class Telling:
    """What a format needs to know."""

    engine: Engine
    settings: Settings
    language: Language
    colour: bool
    detail: Detail


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files, folders or - (default: stdin, when something is piped in)")
    parser.add_argument("--format", choices=FORMATS, default="text", help="text for people, jsonl: one object per line, json: one array")
    parser.add_argument("--width", type=int, metavar="N", help="lines were broken at this width by a terminal")
    add_options(parser)
    add_card_options(parser)


def run(options: argparse.Namespace) -> int:
    """Scan; answers the exit status."""
    # Without a stdin, as under some schedulers, it is None.
    paths = options.paths or ([] if sys.stdin is None or sys.stdin.isatty() else ["-"])
    if not paths:
        print("errkb scan: name a log, a folder, or - for stdin", file=sys.stderr)
        return 2
    engine, settings, language = open_all(options)
    telling = Telling(engine, settings, language, wants_colour(options, sys.stdout), "full" if options.full else "compact")
    bad: list[str] = []
    found = 0

    def scanned() -> Iterator[Scanned]:
        nonlocal found
        for one in _scan(paths, telling, options.width, bad):
            found += len(one.failures)
            yield one

    FORMATS[options.format](scanned(), telling)
    for problem in bad:
        print(f"errkb: {harmless(problem)}", file=sys.stderr)
    return 2 if bad else int(found > 0)


def _scan(paths: list[str], telling: Telling, width: int | None, bad: list[str]) -> Iterator[Scanned]:
    files = list(_files(paths, telling.settings, bad))
    progress = ByteProgress(sum(_size(path) for path, _ in files))
    for path, named in files:
        tally = Tally()
        troubles: list[UnreadableError] = []
        tally.add(find_in_blocks(telling.engine.matcher, _readable(blocks_of(path, progress.told), troubles), width))
        # A folder may hold all kinds of files; one that was asked for by name must not be passed over in silence.
        bad += [f"{path}: {trouble}" for trouble in troubles if named or not isinstance(trouble, BinaryError)]
        progress.clear()
        progress.next_file(_size(path))
        yield Scanned(path, visible(tally.failures(), telling.settings))


def _readable(blocks: Iterator[bytes], troubles: list[UnreadableError]) -> Iterator[bytes]:
    """The blocks up to the first that cannot be read: what came before it is matched all the same."""
    try:
        yield from blocks
    except UnreadableError as error:
        troubles.append(error)


def _files(paths: list[str], settings: Settings, bad: list[str]) -> Iterator[tuple[str, bool]]:
    """Each log, and whether it was named itself."""
    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield path, True
            continue
        refused: list[OSError] = []
        logs = [str(log) for log in logs_in(Path(path), settings.documents, refused.append)]
        yield from ((log, False) for log in logs)
        bad += [f"{error.filename}: {error.strerror}" for error in refused]
        if not logs and not refused:
            bad.append(f"{path}: no logs in this folder; name files, or set `documents` to globs that match them")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size if path != "-" else 0
    except OSError:
        return 0


def _text(logs: Iterator[Scanned], telling: Telling) -> None:
    files = total = 0
    first: tuple[str, Failure] | None = None
    for log in logs:
        files += 1
        total += len(log.failures)
        for told in report(
            log.path, log.failures, telling.engine.knowledge, telling.language, detail=telling.detail, colour=telling.colour
        ):
            print(told, end="\n\n")
        for failure in in_order(log.failures)[:1]:
            first = first or (log.path, failure)
    words = Words(telling.language)
    place = words("start_with", f"{first[0]}:{first[1].finding.span.row + 1}") if first else ""
    print(words("summary", total, files), place)


def _objects(logs: Iterator[Scanned], telling: Telling) -> Iterator[dict[str, object]]:
    for log in logs:
        for failure in log.failures:
            loudness = severity(failure, telling.settings.severity) or "hint"
            yield failure_object(log.path, failure, loudness, telling.language)


def _jsonl(logs: Iterator[Scanned], telling: Telling) -> None:
    for one in _objects(logs, telling):
        print_json(one)


def _json(logs: Iterator[Scanned], telling: Telling) -> None:
    print_json(list(_objects(logs, telling)), indent=2)


FORMATS: Final[dict[str, Callable[[Iterator[Scanned], Telling], None]]] = {"text": _text, "jsonl": _jsonl, "json": _json}
