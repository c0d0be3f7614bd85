"""Run a command, and show at its end what is known about its failures.

The command's output and input pass through untouched. Where our output is a terminal, the command gets a terminal, too (a
pseudo-terminal of the same size), so it keeps its colours and progress bars; where it is a file or a pipe, the command gets a pipe.
The cards are printed on stderr. Exit status: the command's own; 128 + N when signal N ended it, 127 when there is no such command,
126 when it cannot be run.
"""

from __future__ import annotations

import argparse
import queue
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from errkb_ls.cli.opening import Opened, add_card_options, add_options, opened, told, visible, wants_colour
from errkb_ls.cli.running import CannotRunError, started
from errkb_ls.matching import Failure, Tally, find_in_blocks
from errkb_ls.rendering import Detail, report

#: So many pieces of output, of at most 64 KB, wait to be matched; a command that prints faster than that is held up.
_MOST_WAITING: Final = 128
#: Matching costs least in blocks of this size.
_MATCHED_BLOCK: Final = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_options(parser)
    add_card_options(parser)
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND [ARGUMENT…]", help="the command to run")


def run(options: argparse.Namespace) -> int:
    """Run the command; answers its exit status."""
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        print("errkb run: name a command, as in: errkb run -- make test", file=sys.stderr)
        return 2
    heard: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
    try:
        # The knowledge is opened while the command runs already.
        with ThreadPoolExecutor(1) as pool, started(command) as running:
            listening = pool.submit(_listen, options, heard)
            try:
                status = running.pass_through(heard.put)
            finally:
                heard.put(None)
    except CannotRunError as error:
        print(f"errkb run: {error}", file=sys.stderr)
        return error.status
    _tell(options, *listening.result())
    return status


def _listen(options: argparse.Namespace, heard: queue.Queue[bytes | None]) -> tuple[Opened, list[Failure]]:
    """What is known about what is heard."""
    blocks = _blocks(heard)
    try:
        all_open = opened(options)
        tally = Tally()
        tally.add(find_in_blocks(all_open.engine.matcher, blocks))
        return all_open, visible(tally.failures(), all_open.settings)
    finally:
        for _ in blocks:  # whatever goes wrong here, the command must not be held up
            pass


def _blocks(heard: queue.Queue[bytes | None]) -> Iterator[bytes]:
    """What is heard up to None, in large blocks: the cards are for the end, and these cost least."""
    block = bytearray()
    while (data := heard.get()) is not None:
        block += data
        if len(block) >= _MATCHED_BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _tell(options: argparse.Namespace, all_open: Opened, failures: list[Failure]) -> None:
    told(all_open)
    if not failures:
        return
    print(f"\n{'─' * min(shutil.get_terminal_size().columns, 80)}", file=sys.stderr)
    detail: Detail = "full" if options.full else "compact"
    colour = wants_colour(options, sys.stderr)
    for text in report("output", failures, all_open.engine.knowledge, all_open.language, detail=detail, colour=colour):
        print(text, end="\n\n", file=sys.stderr)
