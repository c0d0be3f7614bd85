"""Run a command, and show at its end what is known about its failures.

The command's output and input pass through untouched. Where our output is a terminal, the command gets a terminal, too (a
pseudo-terminal of the same size), so it keeps its colours and progress bars; where it is a file or a pipe, the command gets a pipe.
The cards are printed on stderr. Exit status: the command's own; 128 + N when signal N ended it, 127 when there is no such command.
"""

from __future__ import annotations

import argparse
import os
import queue
import selectors
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from errkb_ls.cli.opening import add_options, open_all, wants_colour
from errkb_ls.matching import Matcher, Tally, find_in_blocks
from errkb_ls.rendering import Detail, report

try:
    import fcntl
    import pty
    import termios
    import tty
except ImportError:  # Windows: pipes only
    pty = None  # type: ignore[assignment]

_BLOCK: Final = 1 << 16
#: Matching costs least in blocks of this size; so many of them may wait.
_MATCHED_BLOCK: Final = 1 << 20
_MAX_WAITING: Final = 64
_NOT_FOUND: Final = 127
_NOT_EXECUTABLE: Final = 126
#: After the command's end, what it left in its terminal is read for at most so long: a process that it left behind may keep it open.
_DRAIN_SECONDS: Final = 0.2
_POLL_SECONDS: Final = 0.1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_options(parser)
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND [ARGUMENT…]", help="the command to run")


def run(options: argparse.Namespace) -> int:
    """Run the command; answers its exit status."""
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        print("errkb run: name a command, as in: errkb run -- make test", file=sys.stderr)
        return 2
    engine, _, language = open_all(options)
    with _Listener(engine.matcher) as listener:
        try:
            status = _run(command, listener.hear)
        except FileNotFoundError:
            print(f"errkb run: there is no command {command[0]}", file=sys.stderr)
            return _NOT_FOUND
        except OSError as error:
            print(f"errkb run: {command[0]} cannot be run: {error.strerror}", file=sys.stderr)
            return _NOT_EXECUTABLE
    if failures := listener.tally.failures():
        print(f"\n{'─' * min(shutil.get_terminal_size().columns, 80)}", file=sys.stderr)
        detail: Detail = "full" if options.full else "compact"
        colour = wants_colour(options, sys.stderr)
        for told in report("output", failures, engine.knowledge, language, detail=detail, colour=colour):
            print(told, end="\n\n", file=sys.stderr)
    return status


class _Listener:
    """Matches what it hears in a thread of its own, in large blocks: the cards are for the end, and the command is not to be held up.

    A command that prints faster than can be matched waits for it in the end: memory is bounded.
    """

    def __init__(self, matcher: Matcher) -> None:
        self.tally = Tally()
        self._matcher = matcher
        self._heard = bytearray()
        self._blocks: queue.Queue[bytes] = queue.Queue(_MAX_WAITING)
        self._thread = threading.Thread(target=self._match, daemon=True)

    def __enter__(self) -> _Listener:  # noqa: PYI034 - Self came with Python 3.11
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._blocks.put(bytes(self._heard))
        self._blocks.put(b"")
        self._thread.join()

    def hear(self, data: bytes) -> None:
        """Take in more of the output."""
        self._heard += data
        if len(self._heard) >= _MATCHED_BLOCK:
            self._blocks.put(bytes(self._heard))
            self._heard.clear()

    def _match(self) -> None:
        self.tally.add(find_in_blocks(self._matcher, iter(self._blocks.get, b"")))


@dataclass(slots=True)
class _Channel:
    """Bytes that come from one descriptor and go to another; ``hear`` is told of those that are output, ``close`` ends the source."""

    source: int
    target: int
    hear: Callable[[bytes], None] | None
    close: Callable[[], None] | None = None
    rest: bytes = b""

    def pass_on(self) -> bool:
        """Pass on what there is; False at the end."""
        try:
            data = os.read(self.source, _BLOCK)
        except OSError:  # a terminal whose last process has gone
            data = b""
        if data:
            try:
                _write_all(self.target, data)
            except BrokenPipeError:
                # Whoever read our output has had enough; the command must learn of it as it would without us.
                if self.close:
                    self.close()
                return False
        if self.hear:
            # Whole lines only: stdout and stderr are matched as one text, and must not cut each other's lines.
            lines, newline, self.rest = (self.rest + data).rpartition(b"\n") if data else (self.rest, b"\n" if self.rest else b"", b"")
            if lines or newline:
                self.hear(lines + newline)
        return bool(data)


def _run(command: list[str], hear: Callable[[bytes], None]) -> int:
    with ExitStack() as stack:
        terminal = stack.enter_context(_terminal()) if pty and (sys.stdout.isatty() or sys.stderr.isatty()) else None
        ends = [terminal[1] if terminal and stream.isatty() else subprocess.PIPE for stream in (sys.stdout, sys.stderr)]
        own_input = terminal is not None and sys.stdin.isatty()
        process = subprocess.Popen(
            command,
            stdin=terminal[1] if terminal and own_input else None,
            stdout=ends[0],
            stderr=ends[1],
            start_new_session=own_input,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if own_input else None,  # noqa: PLW1509 - before any thread of the child
        )
        channels = [
            _Channel(pipe.fileno(), 1 if pipe is process.stdout else 2, hear, pipe.close)
            for pipe in (process.stdout, process.stderr)
            if pipe
        ]
        if terminal:
            os.close(terminal[1])
            channels.append(_Channel(terminal[0], 1 if sys.stdout.isatty() else 2, hear))
        if own_input:
            stack.enter_context(_raw_input())
            channels.append(_Channel(0, terminal[0] if terminal else 1, None))
        # Ctrl-C is the command's business: we see it out and then tell what we know.
        stack.callback(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, lambda *_: None))
        _pass_on(process, channels)
        status = process.wait()
    return 128 - status if status < 0 else status


def _pass_on(process: subprocess.Popen[bytes], channels: list[_Channel]) -> None:
    """Pass on until the command has ended and its output is read."""
    with selectors.DefaultSelector() as selector:
        for channel in channels:
            with suppress(PermissionError):  # a plain file as stdin cannot be waited for, and need not
                selector.register(channel.source, selectors.EVENT_READ, channel)
        outputs = {channel.source for channel in channels if channel.hear}
        while outputs:
            ended = process.poll() is not None
            ready = selector.select(_DRAIN_SECONDS if ended else _POLL_SECONDS)
            if ended and not any(key.fd in outputs for key, _ in ready):
                break
            for key, _ in ready:
                if not key.data.pass_on():
                    selector.unregister(key.fd)
                    outputs.discard(key.fd)
    for channel in channels:
        if channel.hear and channel.rest:
            channel.hear(channel.rest)


@contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    """A pseudo-terminal that keeps the size of ours: its two ends."""
    outer, inner = pty.openpty()

    def resize(*_: object) -> None:
        with suppress(OSError):
            ours = next(stream.fileno() for stream in (sys.stdout, sys.stderr) if stream.isatty())
            fcntl.ioctl(outer, termios.TIOCSWINSZ, fcntl.ioctl(ours, termios.TIOCGWINSZ, b"\0" * 8))

    resize()
    before: Any = signal.signal(signal.SIGWINCH, resize)
    try:
        yield outer, inner
    finally:
        signal.signal(signal.SIGWINCH, before)
        os.close(outer)


@contextmanager
def _raw_input() -> Iterator[None]:
    """Have every key reach the command: its own terminal gives them their meaning."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSAFLUSH, before)


def _write_all(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
