"""Check, prove and look at the knowledge base.

check      everything that must hold for entries, their evidence and ordinary logs; 0 all is well, 1 there are errors, 2 nothing to check
reproduce  run the scripts beside entries: does the real tool print this, does that help?
new        write an entry and its evidence from a line of a log, with a proposed pattern
schema     the JSON Schema of an entry
show       whole entries, by id or glob
stats      entries by domain and tier
"""

from __future__ import annotations

import argparse
import sys

from errkb_ls.cli import authoring, checking, counting, reproducing
from errkb_ls.cli.opening import add_options, open_all, print_json
from errkb_ls.engine import is_disabled
from errkb_ls.knowledge.schema import json_schema
from errkb_ls.rendering import entry_card


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    actions = parser.add_subparsers(required=True, metavar="check | reproduce | new | schema | show | stats")
    check = actions.add_parser("check", help="check entries and evidence")
    checking.configure(check)
    check.set_defaults(action=checking.run)
    reproduce = actions.add_parser("reproduce", help="run the scripts beside entries; runs real tools, reads nothing of yours")
    reproducing.configure(reproduce)
    reproduce.set_defaults(action=reproducing.run)
    new = actions.add_parser("new", help="write an entry from a line of a log", description=authoring.__doc__)
    authoring.configure(new)
    new.set_defaults(action=authoring.run)
    show = actions.add_parser("show", help="show whole entries")
    show.add_argument("ids", nargs="+", metavar="ID", help="an entry's id, or a glob such as git/*")
    show.set_defaults(action=_show)
    stats = actions.add_parser("stats", help="count entries by domain and tier")
    stats.set_defaults(action=counting.run)
    counting.configure(stats)
    schema = actions.add_parser("schema", help="print the JSON Schema of an entry")
    schema.set_defaults(action=_schema)
    for action in (check, reproduce, new, show, stats):
        add_options(action)


def run(options: argparse.Namespace) -> int:
    """Do what was asked; answers the exit status."""
    status: int = options.action(options)
    return status


def _show(options: argparse.Namespace) -> int:
    engine, _, language = open_all(options)
    chosen = [entry for entry in engine.knowledge if is_disabled(entry.id, options.ids)]
    for entry in chosen:
        print(entry_card(entry, engine.knowledge, language, style="plain"), end="\n\n")
    if not chosen:
        print(f"There is no entry {' '.join(options.ids)}; errkb kb stats counts those that there are.", file=sys.stderr)
    return int(not chosen)


def _schema(_options: argparse.Namespace) -> int:
    print_json(json_schema(), indent=2)
    return 0
