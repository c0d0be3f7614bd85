"""``errkb run``: the command does not notice, and its user is told."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from .conftest import MODULE, Errkb

#: What is typed, or a new number of rows and columns, once a text has been printed.
Step = tuple[bytes, "bytes | tuple[int, int]"]


def in_terminal(command: list[str], environment: dict[str, str], work: Path, steps: Sequence[Step] = ()) -> tuple[str, int]:
    """Run a command in a terminal of 33 rows and 101 columns; answers what the terminal shows and the exit status."""
    outer, inner = pty.openpty()
    resize(outer, (33, 101))
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, cwd=work, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(inner)
    output, waiting, end = b"", list(steps), time.monotonic() + 40
    while time.monotonic() < end:
        if waiting and waiting[0][0] in output:
            _, what = waiting.pop(0)
            # Typed in a thread: a terminal takes no more than the program behind it reads.
            threading.Thread(target=resize if isinstance(what, tuple) else write_all, args=(outer, what), daemon=True).start()
        if not select.select([outer], [], [], 0.05)[0]:
            continue
        try:
            data = os.read(outer, 65536)
        except OSError:
            break
        if not data:
            break
        output += data
    else:
        process.kill()
    status = process.wait(timeout=10)
    os.close(outer)
    return output.decode(), status


def resize(terminal: int, size: tuple[int, int]) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))


def write_all(terminal: int, data: bytes) -> None:
    while data:
        data = data[os.write(terminal, data) :]


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
    [
        (["no-such-command-x"], 127, "no command"),
        (["/etc/hostname"], 126, "cannot be run"),
        (["./script"], 126, "interpreter"),
        ([], 2, "name a command"),
    ],
)
def test_no_command(errkb: Errkb, work: Path, command: list[str], status: int, said: str) -> None:
    """A command that cannot be run is said so, with the shell's statuses."""
    (work / "script").write_text("#!/no/such/interpreter\n")
    (work / "script").chmod(0o755)
    done = errkb("run", "--", *command)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_signal(errkb: Errkb) -> None:
    """A command that is killed gives 128 + N, as in a shell."""
    assert errkb("run", "--", "bash", "-c", "kill -9 $$").returncode == 137


def test_a_signal_for_us(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """Whoever ends us, as a CI system does after its time limit, ends the command; what it says last is still explained."""
    script = f'say() {{ echo "{MODULE}"; exit 4; }}; trap say TERM; echo up; while :; do sleep 0.05; done'
    command = [*errkb_run, "bash", "-c", script]
    with subprocess.Popen(
        command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout.readline() == "up\n"
        process.terminate()
        try:
            output, told = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert (output, process.returncode) == (f"{MODULE}\n", 4)
    assert "pip install shop" in told


def test_what_is_turned_off_stays_silent(errkb: Errkb, kb: Path, work: Path) -> None:
    """Settings count for the cards of a command, too."""
    (work / ".errkb").mkdir()
    (work / ".errkb" / "config.toml").write_text('severity = { "t/*" = "off" }')
    assert errkb("run", "--kb", kb, "--", "echo", MODULE).stderr == ""


def test_a_command_that_prints_no_lines(errkb: Errkb) -> None:
    """Much output without a line end passes through whole."""
    done = errkb("run", "--", "bash", "-c", "head -c 20000000 /dev/zero | tr '\\0' x")
    assert done.stdout == "x" * 20_000_000


def test_trouble_with_the_knowledge_is_told_after_the_output(errkb: Errkb, kb: Path) -> None:
    """Not into what the command prints."""
    (kb / "bad.json").write_text("{")
    done = errkb("run", "--kb", kb, "--", "bash", "-c", "echo one >&2; echo two >&2")
    assert done.stderr.startswith("one\ntwo\nerrkb: 1 problem in the knowledge base; see: errkb kb check --kb ")


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
    # Not before the end of the line: Ctrl-C has the terminal forget what it has not shown yet.
    keys = [(b"name?", b"you\n"), (b"hello you\r\n", b"\x03")]
    output, status = in_terminal([*errkb_run, sys.executable, "-c", script], environment, work, keys)
    assert "hello you" in output
    assert "pip install shop" in output
    assert status == 7


def test_the_window_changes(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """The command is told, and sees the new size."""
    script = """
import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
print(*os.get_terminal_size(), flush=True)
signal.sigwait({signal.SIGWINCH})
print("now", *os.get_terminal_size())
"""
    output, status = in_terminal([*errkb_run, sys.executable, "-c", script], environment, work, [(b"101 33", (44, 77))])
    assert "now 77 44" in output
    assert status == 0


def test_a_large_paste(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """A program that prints while it is pasted into, as an editor does, neither loses anything nor hangs."""
    script = "stty raw -echo; echo ready; head -c 300000 | tee copy; echo done"
    paste = (bytes(range(32, 127)) * 4000)[:300_000]
    output, status = in_terminal([*errkb_run, "bash", "-c", script], environment, work, [(b"ready", paste)])
    assert (work / "copy").read_bytes() == paste
    assert output.endswith("done\n")
    assert status == 0


def test_the_terminal_is_left_as_it_was(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """Its modes are the same for the command, and afterwards, also when the command could not be run."""
    run = " ".join(errkb_run)
    script = f"stty -iutf8 erase ^H; stty -g; {run} stty -g; stty -g; {run} no-such-command-x; stty -g"
    output, _ = in_terminal(["bash", "-c", script], environment, work)
    modes = [line for line in output.split("\r\n") if line.count(":") > 5]
    assert len(modes) == 4
    assert len(set(modes)) == 1


def test_only_some_streams_are_the_terminal(errkb_run: list[str], environment: dict[str, str], work: Path) -> None:
    """Each stream of the command is what ours is: no terminal stands in for a file or a pipe."""
    run = " ".join(errkb_run)
    kinds = "'for i in 0 1 2; do test -t $i && printf %s%s T $i >&2 || printf %s%s F $i >&2; done; cat'"
    script = (
        f"{run} bash -c {kinds} </dev/null >out; echo; echo in | {run} bash -c {kinds}; {run} bash -c {kinds} 2>err </dev/null; cat err"
    )
    output, _ = in_terminal(["bash", "-c", script], environment, work)
    assert output.replace("\r", "") == "F0F1T2\nF0T1T2in\nF0T1F2"


def test_a_process_left_behind_that_prints(errkb: Errkb) -> None:
    """Not even one that goes on printing for ever keeps us; it is told that nobody reads any more."""
    done = errkb("run", "--", "bash", "-c", "yes & echo $!", timeout=30)
    assert done.returncode == 0
    assert done.stdout.replace("y\n", "").strip().isdigit()


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
