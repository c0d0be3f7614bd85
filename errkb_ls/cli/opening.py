"""What several subcommands have in common: options, settings, the engine, colours."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from errkb_ls.configuration import Settings, Source, file_sources, project_root, settings_from
from errkb_ls.engine import Engine, open_engine
from errkb_ls.knowledge import Problem
from errkb_ls.matching import Failure
from errkb_ls.rendering import Language, choose_language, harmless, severity


@dataclass(frozen=True, slots=True)
class Opened:
    """What a subcommand works with, and what was wrong with any of it, for people."""

    engine: Engine
    settings: Settings
    language: Language
    complaints: list[str]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of every subcommand."""
    parser.add_argument("--language", choices=["auto", "en", "zh"], help="language of the cards (default: that of the system)")
    parser.add_argument("--kb", action="append", default=[], metavar="FOLDER", help="also use the entries in this folder")


def add_card_options(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommands that show cards among other things."""
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


def opened(options: argparse.Namespace) -> Opened:
    """Settings, knowledge and language, without a word."""
    settings, problems, project = open_settings(options)
    engine = open_engine(settings, project)
    complaints = [str(problem) for problem in problems]
    if count := len(engine.problems):
        check = shlex.join(["errkb", "kb", "check", *(part for folder in options.kb for part in ("--kb", folder))])
        complaints.append(f"{count} problem{'s' * (count > 1)} in the knowledge base; see: {check}")
    language = choose_language(settings.language, *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")))
    return Opened(engine, settings, language, complaints)


def told(all_open: Opened) -> Opened:
    """The same, after what was wrong has been told on stderr."""
    for complaint in all_open.complaints:
        print(f"errkb: {harmless(complaint)}", file=sys.stderr)
    return all_open


def open_all(options: argparse.Namespace) -> tuple[Engine, Settings, Language]:
    """Settings, knowledge and language; what was wrong with any of it is told on stderr, once."""
    all_open = told(opened(options))
    return all_open.engine, all_open.settings, all_open.language


def visible(failures: list[Failure], settings: Settings) -> list[Failure]:
    """Those that the settings do not turn off."""
    return [failure for failure in failures if severity(failure, settings.severity)]


def wants_colour(options: argparse.Namespace, stream: TextIO) -> bool:
    """Whether to colour what goes to a stream (https://no-color.org)."""
    if options.color == "auto":
        return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return bool(options.color == "always")


def print_json(value: object, indent: int | None = None) -> None:
    """Print a value as JSON in UTF-8, whatever the terminal's encoding: it is for programs."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()
