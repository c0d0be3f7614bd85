"""``errkb run``: the command does not notice, and its user is told."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import MODULE, Errkb


def in_terminal(command: list[str], environment: dict[str, str], work: Path, keys: list[tuple[bytes, bytes]] = ()) -> tuple[str, int]:
    """Run a command in a terminal of 33 rows and 101 columns; each of ``keys`` is typed once its first part has been printed."""
    import fcntl
    import struct
    import termios

    outer, inner = pty.openpty()
    fcntl.ioctl(outer, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 101, 0, 0))
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, cwd=work, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(inner)
    output, waiting, end = b"", list(keys), time.monotonic() + 40
    while time.monotonic() < end:
        if waiting and waiting[0][0] in output:
            os.write(outer, waiting.pop(0)[1])
        if not select.select([outer], [], [], 0.05)[0]:
            continue
        try:
            data = os.read(outer, 65536)
        except OSError:
            break
        if not data:
            break
        output += data
    os.close(outer)
    return output.decode(), process.wait(timeout=10)


@pytest.fixture
def errkb_run(kb: Path) -> list[str]:
    return [sys.executable, "-m", "errkb_ls", "run", "--kb", str(kb), "--"]


def test_the_status_and_the_streams(errkb: Errkb, kb: Path) -> None:
    """In pipes stdout and stderr stay apart and byte for byte the same; the cards come on stderr; the status is the command's."""
    script = f"printf 'out\\r\\x1b[1mx'; printf \"{MODULE}\\n\" >&2; exit 3"
    done = errkb("run", "--kb", kb, "--", "bash", "-c", script, text=False)
    assert done.stdout == b"out\r\x1b[1mx"
    assert done.stderr.startswith(MODULE.encode() + b"\n\n")
    assert b"pip install shop" in done.stderr
    assert done.returncode == 3


def test_silence(errkb: Errkb) -> None:
    """A command without a known failure is followed by nothing."""
    done = errkb("run", "--", "echo", "fine")
    assert (done.stdout, done.stderr, done.returncode) == ("fine\n", "", 0)


def test_input_passes_through(errkb: Errkb) -> None:
    """What is piped in reaches the command, and its end, too."""
    assert errkb("run", "--", "cat", input="one\ntwo").stdout == "one\ntwo"


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [(["no-such-command-x"], 127, "no command"), (["/etc/hostname"], 126, "cannot be run"), ([], 2, "name a command")],
)
def test_no_command(errkb: Errkb, command: list[str], status: int, said: str) -> None:
    """A command that cannot be run is said so, with the shell's statuses."""
    done = errkb("run", "--", *command)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_signal(errkb: Errkb) -> None:
    """A command that is killed gives 128 + N, as in a shell."""
    assert errkb("run", "--", "bash", "-c", "kill -9 $$").returncode == 137


def test_in_a_terminal(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """The command sees a terminal of the same size, keeps its colours, and the card stands below its output."""
    script = f"test -t 1 && test -t 0 && stty size; printf '\\033[31m%s\\033[0m\\n' \"{MODULE}\"; exit 5"
    output, status = in_terminal([*errkb_run, "bash", "-c", script], environment, work)
    assert "33 101" in output
    assert f"\x1b[31m{MODULE}\x1b[0m" in output
    assert output.index(MODULE) < output.index("pip install shop")
    assert status == 5


def test_keys_reach_the_command(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """What is typed goes to the command, and Ctrl-C interrupts it and not us: the card is still shown."""
    script = f"""
import sys, time
try:
    name = input("name? ")
    print("hello", name, flush=True)
    time.sleep(30)
except KeyboardInterrupt:
    print("{MODULE}")
    sys.exit(7)
"""
    keys = [(b"name?", b"you\n"), (b"hello you", b"\x03")]
    output, status = in_terminal([*errkb_run, sys.executable, "-c", script], environment, work, keys)
    assert "hello you" in output
    assert "pip install shop" in output
    assert status == 7


def test_a_process_left_behind(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """A background process that keeps the terminal open does not keep us waiting."""
    started = time.monotonic()
    output, status = in_terminal([*errkb_run, "bash", "-c", "sleep 20 & echo done"], environment, work)
    assert "done" in output
    assert status == 0
    assert time.monotonic() - started < 15


def test_the_reader_has_had_enough(environment: dict[str, str], work: Path) -> None:
    """``errkb run -- yes | head -1`` ends as ``yes | head -1`` does: the command is told by SIGPIPE, and nobody complains."""
    command = f"{sys.executable} -m errkb_ls run -- yes | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=work, env=environment, capture_output=True, text=True, check=False, timeout=30)
    assert (done.stdout, done.stderr) == ("y\n141\n", "")
