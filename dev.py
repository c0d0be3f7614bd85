#!/usr/bin/env python3
"""Set up what is needed and run it: the one entry point for working on errkb-ls.

    python3 dev.py errkb scan examples/ci.log    the command line, from this checkout
    python3 dev.py test                          all tests (arguments go to pytest)
    python3 dev.py lint                          ruff and mypy

Needs Python 3.10 or newer; everything else is installed into .venv at the first call, and again when pyproject.toml changes.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main(arguments: list[str]) -> int:
    """Run a task; answers its exit status."""
    if sys.version_info < (3, 10):  # noqa: UP036 - this file is run by whatever python3 is there
        sys.exit(f"errkb-ls needs Python 3.10 or newer; {sys.executable} is {sys.version.split()[0]}.")
    task, *rest = arguments or ["help"]
    if task not in TASKS:
        print(__doc__)
        return 0 if task in ("help", "-h", "--help") else 2
    return TASKS[task](rest)


def errkb(arguments: list[str]) -> int:
    """The command line from this checkout."""
    return run("", [["-m", "errkb_ls", *arguments]])


def test(arguments: list[str]) -> int:
    """All tests, or those that the arguments name."""
    return run("test", [["-m", "pytest", *arguments]])


def lint(_arguments: list[str]) -> int:
    """Style and types."""
    return run("lint", [["-m", "ruff", "check"], ["-m", "ruff", "format", "--check"], ["-m", "mypy"]])


def run(extra: str, commands: list[list[str]]) -> int:
    """Install the package with an extra, then run commands with its Python until one fails."""
    install(extra)
    for command in commands:
        if status := subprocess.run([str(PYTHON), *command], cwd=Path.cwd(), check=False).returncode:
            return status
    return 0


def install(extra: str) -> None:
    """Make the virtual environment hold this checkout with an extra, unless it already does."""
    stamp = VENV / f".installed-{extra or 'base'}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print(f"Setting up .venv{' for ' + extra if extra else ''} …", file=sys.stderr, flush=True)
    if not PYTHON.is_file() and subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode:
        sys.exit("Python's venv module is missing: install it (on Debian: apt install python3-venv) and try again.")
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target]
    if status := subprocess.run(pip, check=False, stdout=sys.stderr).returncode:
        sys.exit(status)
    stamp.write_text(wanted)


TASKS = {"errkb": errkb, "test": test, "lint": lint}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
