"""The command line, one module for each subcommand.

Exit statuses: 0 nothing known was found, 1 something was, 2 something could not be done. A subcommand's module is imported when it is
asked for, so that each starts as fast as it can.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from typing import Final, Protocol

from errkb_ls import __version__


class Command(Protocol):
    """A subcommand's module; its docstring is the help."""

    __doc__: str | None
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


#: Subcommands with a line of help each; ``errkb_ls.cli.<name>`` is the module.
COMMANDS: Final = {
    "scan": "show the known failures in logs",
    "run": "run a command, then explain what went wrong",
    "explain": "explain a text, or an entry by its id",
    "kb": "check and look at the knowledge base",
    "doctor": "see whether everything is in order",
}


def main(arguments: list[str] | None = None) -> int:
    """The ``errkb`` command.

    :param arguments: those after the program's name; None for those of the process
    :return: the exit status
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["serve"]:
        return serve(arguments[1:])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old code page must not cost the rest of a card
    options = _parser(arguments).parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough (`| head`); Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def serve(arguments: list[str] | None = None) -> int:
    """The ``errkb-ls`` command: the language server."""
    from errkb_ls.server import serve as serve_language

    return serve_language(sys.argv[1:] if arguments is None else arguments)


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="errkb", description="Recognise known failures in logs, and say what to try first.")
    parser.add_argument("--version", action="version", version=f"errkb {__version__}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_text in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=help_text, formatter_class=argparse.RawTextHelpFormatter)
        if name in arguments[:1]:
            module: Command = import_module(f"errkb_ls.cli.{name}")
            subparser.description = module.__doc__
            module.configure(subparser)
            subparser.set_defaults(run=module.run)
    subparsers.add_parser("serve", help="be a language server on stdin and stdout (the same as errkb-ls)")
    return parser
