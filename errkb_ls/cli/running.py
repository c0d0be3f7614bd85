"""A command that runs as if we were not there: what it prints and what is typed pass through, and its output is heard on the way.

Each stream of the command that goes to our terminal goes through a pseudo-terminal of the same size and modes, every other one through
a pipe: a program writes colours and progress bars to terminals and nothing of the kind into files, and must still be right about it.
When our stdin is the terminal, the pseudo-terminal is also the one that the command is controlled by, so Ctrl-C reaches it and not us.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from typing import IO, Any, Final, cast

try:
    import fcntl
    import pty
    import termios
    import tty
except ImportError:  # Windows: pipes only
    pty = None  # type: ignore[assignment]

Hear = Callable[[bytes], None]

_BLOCK: Final = 1 << 16
_NOT_FOUND: Final = 127
_NOT_EXECUTABLE: Final = 126
#: A process that the command left behind may keep its output open. Once the command has ended we wait for so long for more …
_SILENCE_SECONDS: Final = 0.2
#: … and for at most so many bytes, which is more than a pipe holds.
_MOST_LEFT: Final = 1 << 21


class CannotRunError(Exception):
    """The command cannot be started; the message says why.

    :param status: the exit status that shells give
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def started(command: list[str]) -> Iterator[Running]:
    """Start a command with the streams that it would have without us; at the end our terminal is as it was.

    :raises CannotRunError: when it cannot be started
    """
    with ExitStack() as stack:
        ours = next((s for s in (sys.stdout, sys.stderr) if s.isatty()), None) if pty else None
        takes_keys = ours is not None and sys.stdin.isatty() and os.tcgetpgrp(0) == os.getpgrp()
        outer, inner = stack.enter_context(_terminal(ours.fileno(), takes_keys)) if ours else (None, -1)
        ends = [inner if outer and stream.isatty() else subprocess.PIPE for stream in (sys.stdout, sys.stderr)]
        try:
            process = subprocess.Popen(
                _found(command),
                bufsize=0,
                stdin=inner if takes_keys else None,
                stdout=ends[0],
                stderr=ends[1],
                start_new_session=takes_keys,
                preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if takes_keys else None,  # noqa: PLW1509 - no threads yet
            )
        except OSError as error:
            raise _cannot_run(command, error) from error
        finally:
            if outer:
                os.close(inner)
        stack.enter_context(_signals_passed_on(process, interrupts=takes_keys))
        streams = [(cast("FileIO", pipe), number) for pipe, number in ((process.stdout, 1), (process.stderr, 2)) if pipe]
        if outer and ours:
            streams.append((outer, ours.fileno()))
        if takes_keys and outer:
            stack.enter_context(_keys_passed_on(outer))
        yield Running(process, streams)


@dataclass(frozen=True, slots=True)
class Running:
    """A command that was started. Each of its streams is to be passed on to the descriptor beside it."""

    _process: subprocess.Popen[bytes]
    _streams: list[tuple[FileIO, int]]

    def pass_through(self, hear: Hear) -> int:
        """Pass everything through until the command ends.

        :param hear: is called in other threads with all output, in whole lines as far as there are any; may block
        :return: the exit status, 128 + N when signal N ended it
        """
        outputs = [_Output(source, target, hear) for source, target in self._streams]
        status = self._process.wait()
        for output in outputs:
            output.finish()
        return 128 - status if status < 0 else status


class _Output:
    """One stream of the command, passed on to one of ours in a thread of its own."""

    def __init__(self, source: FileIO, target: int, hear: Hear) -> None:
        self._source, self._target, self._hear = source, target, hear
        self._rest = b""
        self._count = 0
        self._reading = True
        self._abandoned = False
        self._thread = threading.Thread(target=self._pass_on, daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Wait for what the command printed before it ended."""
        limit, seen = self._count + _MOST_LEFT, -1
        while self._thread.is_alive() and self._count < limit:
            if self._reading and self._count == seen and not _is_ready(self._source):
                break
            seen = self._count
            self._thread.join(_SILENCE_SECONDS)
        self._abandoned = True
        if self._rest:
            self._hear(self._rest + b"\n")

    def _pass_on(self) -> None:
        while (data := self._read()) and not self._abandoned:
            self._count += len(data)
            try:
                _write_all(self._target, data)
            except OSError:
                # Whoever read our output has had enough; the command learns of it as it would without us.
                self._source.close()
                return
            self._hear_lines(data)

    def _read(self) -> bytes:
        self._reading = True
        try:
            return self._source.read(_BLOCK) or b""
        except (OSError, ValueError):  # a terminal whose last process has gone
            return b""
        finally:
            self._reading = False

    def _hear_lines(self, data: bytes) -> None:
        """Whole lines only: stdout and stderr are heard as one text, and must not cut each other's lines."""
        lines, newline, self._rest = (self._rest + data).rpartition(b"\n")
        if len(self._rest) > _BLOCK:  # something that prints no lines
            newline, self._rest = newline + self._rest, b""
        if newline:
            self._hear(lines + newline)


@contextmanager
def _terminal(ours: int, takes_keys: bool) -> Iterator[tuple[FileIO, int]]:
    """A pseudo-terminal that has the modes and keeps the size of ours: its outer end, and the inner one, which is for the command."""
    outer, inner = pty.openpty()
    modes = termios.tcgetattr(ours)
    if not takes_keys:
        modes[1] &= ~termios.OPOST  # ours stays as it is and does this
    termios.tcsetattr(inner, termios.TCSANOW, modes)

    def resize(*_: object) -> None:
        with suppress(OSError):
            fcntl.ioctl(outer, termios.TIOCSWINSZ, fcntl.ioctl(ours, termios.TIOCGWINSZ, b"\0" * 8))

    resize()
    before: Any = signal.signal(signal.SIGWINCH, resize)
    try:
        with open(outer, "r+b", buffering=0) as file:
            yield file, inner
    finally:
        signal.signal(signal.SIGWINCH, before)


@contextmanager
def _keys_passed_on(outer: FileIO) -> Iterator[None]:
    """Have every key reach the command: its own terminal gives them their meaning."""
    before = termios.tcgetattr(0)
    ended = threading.Event()

    def pass_on() -> None:
        with suppress(OSError, ValueError):
            while not ended.is_set():
                if select.select([0], [], [], _SILENCE_SECONDS / 2)[0]:
                    if not (data := os.read(0, _BLOCK)):
                        return
                    _write_all(outer.fileno(), data)

    # A thread of its own: a command that does not read what is pasted must not keep us from reading what it prints.
    thread = threading.Thread(target=pass_on, daemon=True)
    tty.setraw(0)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(_SILENCE_SECONDS)
        termios.tcsetattr(0, termios.TCSADRAIN, before)


@contextmanager
def _signals_passed_on(process: subprocess.Popen[bytes], *, interrupts: bool) -> Iterator[None]:
    """Signals are the command's business: we see it out and then tell what we know.

    :param interrupts: whether SIGINT is passed on, too: a command that shares our terminal gets it from there
    """

    def pass_on(number: int, _: object) -> None:
        if number != signal.SIGINT or interrupts:
            process.send_signal(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    before: dict[int, Any] = {number: signal.signal(number, pass_on) for name in names if (number := getattr(signal, name, None))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _found(command: list[str]) -> list[str]:
    """The command; on Windows with its full path, since ``npm`` is ``npm.cmd`` there."""
    return [shutil.which(command[0]) or command[0], *command[1:]] if os.name == "nt" else command


def _cannot_run(command: list[str], error: OSError) -> CannotRunError:
    if not isinstance(error, FileNotFoundError):
        return CannotRunError(f"{command[0]} cannot be run: {error.strerror}", _NOT_EXECUTABLE)
    if shutil.which(command[0]):
        return CannotRunError(f"{command[0]} cannot be run: the interpreter that its first line names is missing", _NOT_EXECUTABLE)
    return CannotRunError(f"there is no command {command[0]}", _NOT_FOUND)


def _is_ready(source: IO[bytes]) -> bool:
    """Whether there is something to read; Windows cannot say that of pipes."""
    return os.name != "nt" and bool(select.select([source], [], [], 0)[0])


def _write_all(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
