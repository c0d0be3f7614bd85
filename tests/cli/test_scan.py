"""``errkb scan``: what is read, what is told, and the exit status."""

from __future__ import annotations

import bz2
import fcntl
import gzip
import json
import lzma
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import pytest

from .conftest import MODULE, ROOT, Errkb

LOG = f"ok\n2026-12-01T12:00:00Z \x1b[31m{MODULE}\x1b[0m\nok\nbuild failed\n{MODULE}\n"


def test_jsonl(errkb: Errkb, kb: Path, work: Path) -> None:
    """One object for each failure, with the keys that other programs rely on."""
    (work / "a.log").write_text(LOG)
    done = errkb("scan", "a.log", "--kb", kb, "--format", "jsonl")
    first, second = map(json.loads, done.stdout.splitlines())
    column = LOG.split("\n")[1].index("Module") + 1
    assert first["occurrences"] == [
        {"line": 2, "column": column, "end_line": 2, "end_column": column + len(MODULE)},
        {"line": 5, "column": 1, "end_line": 5, "end_column": 1 + len(MODULE)},
    ]
    assert {k: first[k] for k in first if k != "occurrences"} == {
        "path": "a.log",
        "line": 2,
        "column": column,
        "end_line": 2,
        "end_column": column + len(MODULE),
        "entry": "t/module",
        "severity": "warning",
        "message": "shop is not installed here",
        "text": MODULE,
        "count": 2,
        "role": "cause",
        "also": first["also"],
        "captures": {"module": "shop"},
    }
    assert (second["entry"], second["role"], second["severity"]) == ("t/build", "consequence", "information")
    assert (done.returncode, done.stderr) == (1, "")


def test_json(errkb: Errkb, kb: Path, work: Path) -> None:
    """One array, also an empty one."""
    (work / "a.log").write_text(LOG)
    assert len(json.loads(errkb("scan", "a.log", "--kb", kb, "--format", "json").stdout)) == 2
    (work / "a.log").write_text("ok\n")
    done = errkb("scan", "a.log", "--kb", kb, "--format", "json")
    assert (json.loads(done.stdout), done.returncode) == ([], 0)


def test_text(errkb: Errkb, kb: Path, work: Path) -> None:
    """The cause comes first, with its card; nothing of the log's escapes reaches the terminal."""
    (work / "a.log").write_text("\n" + LOG + "build failed \x1b]0;title\x07\x1b[2J\n")
    done = errkb("scan", "a.log", "--kb", kb)
    assert done.stdout.startswith("a.log:3:")
    assert "follows from line 3: t/module" in done.stdout
    assert "pip install shop" in done.stdout
    assert "Start with a.log:3" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\x1b[" in errkb("scan", "a.log", "--kb", kb, "--color", "always").stdout


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, lambda data: data], ids=["gz", "bz2", "xz", "plain"])
@pytest.mark.parametrize("through", ["file", "pipe"])
def test_compressed(errkb: Errkb, kb: Path, work: Path, pack, through: str) -> None:
    """Compressed logs are read as they are, whatever they are called, from files and from pipes."""
    data = pack(LOG.encode())
    (work / "a.log").write_bytes(data)
    done = (
        errkb("scan", "--kb", kb, "--format", "jsonl", "a.log")
        if through == "file"
        else errkb("scan", "--kb", kb, "--format", "jsonl", "-", input=data, text=False)
    )
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [2, 4]


def test_damaged_archive(errkb: Errkb, kb: Path, work: Path) -> None:
    """What could be read is told, and the damage, too."""
    data = gzip.compress(LOG.encode() + os.urandom(300_000).hex().encode())
    (work / "a.log.gz").write_bytes(data[:200_000])
    done = errkb("scan", "a.log.gz", "--kb", kb, "--format", "jsonl")
    assert len(done.stdout.splitlines()) == 2
    assert "damaged" in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_encodings(errkb: Errkb, kb: Path, work: Path, encoding: str) -> None:
    """Logs of PowerShell are read, and a byte order mark does not shift the first line."""
    data = MODULE.encode(encoding) if encoding != "utf-16-be" else b"\xfe\xff" + MODULE.encode(encoding)
    (work / "a.log").write_bytes(data)
    done = errkb("scan", "a.log", "--kb", kb, "--format", "jsonl")
    assert json.loads(done.stdout)["column"] == 1


def test_folders(errkb: Errkb, kb: Path, work: Path) -> None:
    """Logs in folders are found by name, in order; sources, packages and hidden folders are left out; a link cycle ends."""
    for name in ("b.log", "a/x.log", "a/y.log.gz", "main.py", ".git/z.log", "node_modules/z.log", "run.out"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text(MODULE)
    (work / "a" / "binary.log").write_bytes(b"\0\1\2" + MODULE.encode())
    (work / "a" / "loop").symlink_to(work)
    done = errkb("scan", ".", "--kb", kb, "--format", "jsonl")
    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == ["./b.log", "./run.out", "./a/x.log", "./a/y.log.gz"] or [
        json.loads(line)["path"] for line in done.stdout.splitlines()
    ] == ["b.log", "run.out", "a/x.log", "a/y.log.gz"]
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda _path: None, "No such file"),
        (lambda path: path.mkdir(), "no logs in this folder"),
        (lambda path: path.write_bytes(b"\x7fELF\0\0" + MODULE.encode()), "binary"),
        (lambda path: path.symlink_to(path), "symbolic links"),
    ],
    ids=["missing", "empty folder", "binary", "link to itself"],
)
def test_what_cannot_be_read(errkb: Errkb, kb: Path, work: Path, make, said: str) -> None:
    """It is said on stderr, the rest is scanned, and the exit status is 2."""
    (work / "good.log").write_text(MODULE)
    make(work / "bad.log")
    done = errkb("scan", "bad.log", "good.log", "--kb", kb, "--format", "jsonl")
    assert json.loads(done.stdout)["path"] == "good.log"
    assert "bad.log" in done.stderr
    assert said in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("name", ["a.log", "."])
def test_no_permission(errkb: Errkb, work: Path, name: str) -> None:
    """A file or a folder that may not be read is said so, and the rest is scanned."""
    for path in (work / "a.log", work / "b" / "b.log", work / "c.log"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(MODULE)
    for path in (work / "a.log", work / "b"):
        path.chmod(0)
    if os.access(work / "a.log", os.R_OK):
        pytest.skip("root may read everything")
    done = errkb("scan", name, "c.log", "--format", "jsonl")
    (work / "b").chmod(0o700)
    assert "c.log" in done.stdout
    assert done.stderr.count("Permission denied") == {"a.log": 1, ".": 2}[name]
    assert done.returncode == 2


def test_a_pipe_that_hesitates(environment: dict[str, str], kb: Path, work: Path) -> None:
    """What a log is, is told by its first bytes, even if they come one by one."""
    command = [sys.executable, "-m", "errkb_ls", "scan", "--kb", str(kb), "--format", "jsonl"]
    with subprocess.Popen(command, cwd=work, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        data = gzip.compress(LOG.encode())
        for start in range(4):
            process.stdin.write(data[start : start + 1])
            while waiting_in(process.stdin):
                assert process.poll() is None
        process.stdin.write(data[4:])
        process.stdin.close()
        assert [json.loads(line)["line"] for line in process.stdout] == [2, 4]


def waiting_in(pipe: IO[bytes]) -> int:
    """How many bytes have not been read yet."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4), sys.byteorder)


def test_no_stdin(environment: dict[str, str], work: Path) -> None:
    """Under a scheduler that gives none, the answer is a sentence."""
    command = f"{sys.executable} -m errkb_ls scan <&-"
    done = subprocess.run(["bash", "-c", command], cwd=work, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, "errkb scan: name a log, a folder, or - for stdin\n")


def test_an_old_code_page(errkb: Errkb, environment: dict[str, str], kb: Path, work: Path) -> None:
    """Characters that it lacks are replaced, and cost nothing else; JSON is UTF-8 everywhere."""
    (work / "a.log").write_text("build failed")
    old = {"env": {**environment, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, "text": False}
    done = errkb("scan", "a.log", "--kb", kb, "--language", "zh", **old)
    assert b"t/build" in done.stdout
    assert done.returncode == 1
    done = errkb("scan", "a.log", "--kb", kb, "--language", "zh", "--format", "jsonl", **old)
    assert json.loads(done.stdout.decode("utf-8"))["message"] == "上面出错了"


def test_a_name_that_is_not_utf8(errkb: Errkb, kb: Path, work: Path) -> None:
    """Such a log is scanned as well, in each format."""
    (work / os.fsdecode(b"\xff.log")).write_text("build failed")
    for form in ("text", "jsonl", "json"):
        done = errkb("scan", ".", "--kb", kb, "--format", form)
        assert (done.returncode, done.stderr) == (1, "")
        assert "t/build" in done.stdout


@pytest.mark.parametrize("seen_by", ["terminal", "pipe"])
def test_progress(environment: dict[str, str], work: Path, seen_by: str) -> None:
    """It is shown on a terminal, when it takes more than a second, and is gone at the end; a pipe gets nothing of it."""
    outer, inner = pty.openpty() if seen_by == "terminal" else os.pipe()
    command = [sys.executable, "-m", "errkb_ls", "scan", "-", "--format", "jsonl"]
    with subprocess.Popen(command, cwd=work, env=environment, stdin=subprocess.PIPE, stderr=inner, bufsize=0) as process:
        os.close(inner)
        shown, end = b"", time.monotonic() + (30 if seen_by == "terminal" else 2)
        while b"MB/s" not in shown and time.monotonic() < end:
            process.stdin.write(b"nothing here\n" * 1000)
            if select.select([outer], [], [], 0.01)[0]:
                shown += os.read(outer, 65536)
        process.stdin.close()
        assert process.wait(30) == 0
    while rest := _read(outer):
        shown += rest
    os.close(outer)
    if seen_by == "terminal":
        assert b"MB/s" in shown
        assert shown.endswith(b"\r\x1b[K")
    else:
        assert shown == b""


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_the_reader_has_had_enough(environment: dict[str, str], kb: Path, work: Path) -> None:
    """``errkb scan … | head -1`` ends without a complaint."""
    (work / "a.log").write_text("".join(f"ModuleNotFoundError: No module named '{i}'\n" for i in range(5000)))
    command = f"{sys.executable} -m errkb_ls scan a.log --kb {kb} --format jsonl | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=work, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (len(done.stdout.splitlines()), done.stderr) == (1, "")


def test_a_broken_entry_is_told_once(errkb: Errkb, kb: Path, work: Path) -> None:
    """The scan goes on with all others."""
    (kb / "bad.json").write_text("{")
    done = errkb("scan", "-", "--kb", kb, "--format", "jsonl", input=MODULE)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.count("\n") == 1
    assert "errkb kb check" in done.stderr


def test_chinese(errkb: Errkb, kb: Path) -> None:
    """In Chinese on demand, or by the system's locale."""
    for arguments, more in ((("--language", "zh"), {}), ((), {"LC_ALL": "zh_CN.UTF-8"})):
        done = errkb("scan", "-", "--kb", kb, *arguments, input="build failed", env={**os.environ, "PYTHONPATH": str(ROOT), **more})
        assert "上面出错了" in done.stdout


def test_known_width(errkb: Errkb, kb: Path) -> None:
    """Lines that a terminal broke are put together at a width that is told."""
    text = f"{'x' * 60}\n{MODULE[:30]}\n{MODULE[30:]}\n"
    assert errkb("scan", "-", "--kb", kb, input=text).returncode == 0
    assert errkb("scan", "-", "--kb", kb, "--width", "30", input=text).returncode == 1


def test_the_example(errkb: Errkb) -> None:
    """The README's log holds failures of several tools, found behind honcho's coloured prefixes."""
    done = errkb("scan", ROOT / "examples" / "ci.log", "--format", "jsonl")
    found = {json.loads(line)["entry"] for line in done.stdout.splitlines()}
    assert {"pytorch/recompile-limit", "c/undefined-reference", "shell/command-not-found", "git/push-rejected", "npm/eresolve"} <= found
