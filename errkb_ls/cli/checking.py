"""``errkb kb check``: everything that must hold for entries, for the evidence beside them, and for ordinary logs.

What is checked is in :mod:`errkb_ls.knowledge.checking` and :mod:`errkb_ls.matching.checking`, one small function for each.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from glob import escape
from pathlib import Path

from errkb_ls.cli.opening import open_all, open_settings, print_json
from errkb_ls.cli.reading import UnreadableError, blocks_of
from errkb_ls.configuration import layers
from errkb_ls.engine import Engine
from errkb_ls.knowledge import Known, Problem, built_in_folder, parse_evidence
from errkb_ls.knowledge.checking import check_entry, check_sources, softened
from errkb_ls.matching.checking import check_cost, check_evidence, check_neighbours, check_signatures, check_silence


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="tell only what concerns these files and folders")
    parser.add_argument(
        "--quiet",
        action="append",
        default=[],
        metavar="PATH",
        help="an ordinary log, or a folder of them; nothing may fire on it",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")


def run(options: argparse.Namespace) -> int:
    """Check; 0 all is well, 1 there are errors, 2 there is nothing to check."""
    missing = [path for path in (*options.paths, *options.quiet) if not os.path.exists(path)]
    for path in missing:
        print(f"errkb kb check: {path}: there is no such file or folder", file=sys.stderr)
    options.kb += _new_layers([path for path in options.paths if path not in missing], options)
    engine, _, _ = open_all(options)
    concerned = [os.path.realpath(path) for path in options.paths]
    problems = [problem for problem in problems_of(engine, quiet_logs(options.quiet)) if _concerns(problem.path, concerned)]
    checked = sum(any(_concerns(str(file), concerned) for file in _files(known)) for known in engine.knowledge.known.values())
    if options.format == "json":
        print_json([asdict(problem) for problem in problems], indent=2)
    else:
        for problem in problems:
            print(problem)
        errors = sum(problem.level == "error" for problem in problems)
        print(f"{checked} entries: {errors} errors, {len(problems) - errors} warnings", file=sys.stderr)
    if missing:
        return 2
    if not checked and not problems:
        print("errkb kb check: there are no entries to check", file=sys.stderr)
        return 2
    return int(any(problem.level == "error" for problem in problems))


def problems_of(engine: Engine, quiet: Iterable[Path]) -> Iterator[Problem]:
    entries = {known.path: known.entry for known in engine.knowledge.known.values()}
    for problem in engine.problems:
        yield from softened(entries[problem.path], [problem]) if problem.path in entries else [problem]
    refused = {engine.matcher.signatures[index].entry.id for index in engine.matcher.database.refused}
    for known in engine.knowledge.known.values():
        yield from check_entry(known, engine.knowledge)
        matched = [] if known.entry.id in refused else list(check_signatures(known.entry, known.path, engine.matcher))
        yield from softened(known.entry, [*matched, *check_cost(known.entry, known.path)])
        for file in _files(known)[1:]:
            evidence, problems = parse_evidence(file.read_bytes().decode("utf-8", "replace"), str(file))
            yield from problems
            yield from check_sources(evidence)
            yield from check_evidence(evidence, engine.matcher)
            yield from check_neighbours(known.entry, evidence, engine.matcher, engine.knowledge)
    for file in quiet:
        try:
            yield from check_silence(str(file), b"".join(blocks_of(str(file), lambda _: None)), engine.matcher)
        except UnreadableError as error:
            yield Problem("unreadable-file", str(file), f"{error}.", "Make it a log, compressed or not.")


def quiet_logs(named: list[str]) -> list[Path]:
    """The ordinary logs: those of the checkout, if this is one, and those that were named, as files or folders."""
    folders = [folder for folder in (built_in_folder().parent / "tests" / "kb" / "quiet", *map(Path, named)) if folder.exists()]
    files = [file for folder in folders for file in (sorted(folder.rglob("*")) if folder.is_dir() else [folder])]
    return [file for file in files if file.is_file() and file.suffix != ".md"]


def _files(known: Known) -> list[Path]:
    """An entry's file, then its evidence: the same stem, also with something between it and ``.txt``."""
    path = Path(known.path)
    evidence = {path.with_suffix(".txt"), *path.parent.glob(f"{escape(path.stem)}.*.txt")}
    return [path, *sorted(file for file in evidence if file.is_file())]


def _new_layers(paths: list[str], options: argparse.Namespace) -> list[str]:
    """The folders of what is to be checked though it is in no knowledge base that is in use."""
    settings, _, project = open_settings(options)
    folders = [os.path.realpath(layer.folder) for layer in layers(settings, project)]
    outside = [path for path in paths if not _is_below(path, folders)]
    return list(dict.fromkeys(path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path)) for path in outside))


def _concerns(path: str, concerned: list[str]) -> bool:
    return not concerned or _is_below(path, concerned)


def _is_below(path: str, folders: list[str]) -> bool:
    real = os.path.realpath(path)
    return any(real == folder or real.startswith(folder + os.sep) for folder in folders)
