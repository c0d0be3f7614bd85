"""Check, prove and look at the knowledge base.

check      everything that must hold for entries and their evidence; exit status 0 all is well, 1 there are errors, 2 nothing to check
reproduce  run the scripts beside entries: does the real tool print this, does that help?
show       whole entries, by id or glob
stats      entries by domain and tier
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from glob import escape
from pathlib import Path

from errkb_ls.cli import reproducing
from errkb_ls.cli.opening import add_options, open_all, open_settings, print_json
from errkb_ls.configuration import layers
from errkb_ls.engine import Engine, is_disabled
from errkb_ls.knowledge import Known, Problem, parse_evidence, tier_of
from errkb_ls.knowledge.checking import check_entry, softened
from errkb_ls.knowledge.entry import TIERS
from errkb_ls.matching.checking import check_evidence, check_signatures
from errkb_ls.rendering import entry_card


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    actions = parser.add_subparsers(required=True, metavar="check | reproduce | show | stats")
    check = actions.add_parser("check", help="check entries and evidence")
    check.add_argument("paths", nargs="*", metavar="PATH", help="tell only what concerns these files and folders")
    check.set_defaults(action=_check)
    reproduce = actions.add_parser("reproduce", help="run the scripts beside entries; runs real tools, reads nothing of yours")
    reproducing.configure(reproduce)
    reproduce.set_defaults(action=reproducing.run)
    show = actions.add_parser("show", help="show whole entries")
    show.add_argument("ids", nargs="+", metavar="ID", help="an entry's id, or a glob such as git/*")
    show.set_defaults(action=_show)
    stats = actions.add_parser("stats", help="count entries by domain and tier")
    stats.set_defaults(action=_stats)
    for action in (check, stats):
        action.add_argument("--format", choices=["text", "json"], default="text")
    for action in (check, reproduce, show, stats):
        add_options(action)


def run(options: argparse.Namespace) -> int:
    """Do what was asked; answers the exit status."""
    status: int = options.action(options)
    return status


def _check(options: argparse.Namespace) -> int:
    missing = [path for path in options.paths if not os.path.exists(path)]
    for path in missing:
        print(f"errkb kb check: {path}: there is no such file or folder", file=sys.stderr)
    options.kb += _new_layers([path for path in options.paths if path not in missing], options)
    engine, _, _ = open_all(options)
    concerned = [os.path.realpath(path) for path in options.paths]
    problems = [problem for problem in _problems(engine) if _concerns(problem.path, concerned)]
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


def _problems(engine: Engine) -> Iterator[Problem]:
    entries = {known.path: known.entry for known in engine.knowledge.known.values()}
    for problem in engine.problems:
        yield from softened(entries[problem.path], [problem]) if problem.path in entries else [problem]
    refused = {engine.matcher.signatures[index].entry.id for index in engine.matcher.database.refused}
    for known in engine.knowledge.known.values():
        yield from check_entry(known, engine.knowledge)
        if known.entry.id not in refused:
            yield from softened(known.entry, list(check_signatures(known.entry, known.path, engine.matcher)))
    for file in dict.fromkeys(file for known in engine.knowledge.known.values() for file in _files(known)[1:]):
        evidence, problems = parse_evidence(file.read_bytes().decode("utf-8", "replace"), str(file))
        yield from problems
        yield from check_evidence(evidence, engine.matcher)


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


def _show(options: argparse.Namespace) -> int:
    engine, _, language = open_all(options)
    chosen = [entry for entry in engine.knowledge if is_disabled(entry.id, options.ids)]
    for entry in chosen:
        print(entry_card(entry, engine.knowledge, language, style="plain"), end="\n\n")
    if not chosen:
        print(f"There is no entry {' '.join(options.ids)}; errkb kb stats counts those that there are.", file=sys.stderr)
    return int(not chosen)


def _stats(options: argparse.Namespace) -> int:
    engine, _, _ = open_all(options)
    counts = Counter((known.entry.id.split("/")[0], tier_of(known.entry, known.path)) for known in engine.knowledge.known.values())
    domains = sorted({domain for domain, _ in counts})
    table = {domain: {tier: counts[domain, tier] for tier in TIERS} for domain in domains}
    if options.format == "json":
        print_json(table, indent=2)
        return 0
    print(f"{'domain':<16}" + "".join(f"{tier:>12}" for tier in TIERS))
    for domain, row in [*table.items(), ("all", {tier: sum(row[tier] for row in table.values()) for tier in TIERS})]:
        print(f"{domain:<16}" + "".join(f"{row[tier] or '–':>12}" for tier in TIERS))
    return 0
