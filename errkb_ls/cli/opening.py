"""What several subcommands have in common: options, settings, the engine, colours."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TextIO

from errkb_ls.configuration import Settings, Source, file_sources, project_root, settings_from
from errkb_ls.engine import Engine, open_engine
from errkb_ls.knowledge import Problem
from errkb_ls.rendering import Language, choose_language


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of every subcommand that shows cards."""
    parser.add_argument(
        "--language", choices=["auto", "en", "zh"], default=None, help="language of the cards (default: that of the system)"
    )
    parser.add_argument("--kb", action="append", default=[], metavar="FOLDER", help="also use the entries in this folder")
    parser.add_argument(
        "--color", choices=["auto", "always", "never"], default="auto", help="colours (default: on a terminal, unless NO_COLOR is set)"
    )
    parser.add_argument("--full", action="store_true", help="show whole entries instead of compact cards")


def open_settings(options: argparse.Namespace) -> tuple[Settings, list[Problem], Path | None]:
    """Settings of the files and the command line, what was wrong with them, and the project's root."""
    project = project_root(Path.cwd())
    sources, problems = file_sources(project)
    given = {"kb_paths": options.kb} | ({"language": options.language} if options.language else {})
    settings, more = settings_from([*sources, Source("the command line", given, Path.cwd())])
    return settings, [*problems, *more], project


def open_all(options: argparse.Namespace) -> tuple[Engine, Settings, Language]:
    """Settings, engine and language; what was wrong with any of it is told on stderr, once."""
    settings, problems, project = open_settings(options)
    engine = open_engine(settings, project)
    for problem in problems:
        print(f"errkb: {problem}", file=sys.stderr)
    if engine.problems:
        print(f"errkb: {len(engine.problems)} problems in the knowledge base; see: errkb kb check", file=sys.stderr)
    return engine, settings, choose_language(settings.language, *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")))


def wants_colour(options: argparse.Namespace, stream: TextIO) -> bool:
    """Whether to colour what goes to a stream (https://no-color.org)."""
    if options.color == "auto":
        return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return bool(options.color == "always")
