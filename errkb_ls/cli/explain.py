"""Explain a text, or an entry by its id.

Shows the whole entry of each known failure in TEXT (words are joined with blanks; - reads stdin).
Exit status: 0 something was recognised, 1 nothing was, 2 stdin could not be read.
"""

from __future__ import annotations

import argparse
import sys

from errkb_ls.cli.opening import add_options, open_all
from errkb_ls.cli.reading import UnreadableError, blocks_of
from errkb_ls.matching import Document
from errkb_ls.rendering import card, entry_card, harmless


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("text", nargs="+", metavar="TEXT", help="an error message, an entry's id, or - for stdin")
    parser.add_argument("--full", action=argparse.BooleanOptionalAction, default=True, help="whole entries, or compact cards")
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Explain; answers the exit status."""
    engine, _, language = open_all(options)
    try:
        text = b"".join(blocks_of("-", lambda _: None)).decode("utf-8", "replace") if options.text == ["-"] else " ".join(options.text)
    except UnreadableError as error:
        print(f"errkb explain: {error}", file=sys.stderr)
        return 2
    if text in engine.knowledge:
        print(entry_card(engine.knowledge[text], engine.knowledge, language, style="plain"))
        return 0
    document = Document(text)
    list(document.rescan(engine.matcher))
    for failure in document.failures():
        print(card(failure.finding, engine.knowledge, language, style="plain", detail="full" if options.full else "compact"), end="\n\n")
    if not document.findings:
        print(f"Nothing known in: {harmless(text)[:200]}", file=sys.stderr)
    return int(not document.findings)
