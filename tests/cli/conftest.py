"""The real command as a subprocess, for a user of its own, with a small knowledge base of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULE = "ModuleNotFoundError: No module named 'shop'"
KB = {
    "t/module": {
        "signature": "ModuleNotFoundError: No module named 'shop'",
        "regex": "^ModuleNotFoundError: No module named '(?P<module>[^']+)'",
        "root_cause": "{module} is not installed here.",
        "workarounds": [{"action": "Install it.", "command": "pip install {module}"}],
        "dead_ends": [{"action": "Trying again", "why_fails": "Nothing changed."}],
        "transition_graph": {"leads_to": ["t/build"]},
    },
    "t/build": {
        "signature": "build failed",
        "regex": "^build failed",
        "root_cause": "Something above failed.",
        "root_cause_zh": "上面出错了。",
    },
}

Errkb = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Compiled patterns and modules are the same for all tests: compiling them for each would take most of the time."""
    folder = tmp_path_factory.mktemp("caches")
    return {"XDG_CACHE_HOME": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "modules"), "PYTHONDONTWRITEBYTECODE": ""}


@pytest.fixture
def environment(tmp_path: Path, caches: dict[str, str]) -> dict[str, str]:
    """A user of its own, whose language is English."""
    return user(tmp_path / "home", caches)


def user(home: Path, caches: dict[str, str]) -> dict[str, str]:
    """The environment of a user who has set nothing."""
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "STATE", "DATA")}
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "XDG_")) and k != "NO_COLOR"}
    return {**kept, **folders, **caches, "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "en_US.UTF-8", "TERM": "xterm"}


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    """A folder of entries."""
    for entry_id, entry in KB.items():
        path = tmp_path / "kb" / f"{entry_id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"id": entry_id, **entry}))
    return tmp_path / "kb"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """An empty folder to be in."""
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def errkb(environment: dict[str, str], work: Path) -> Errkb:
    """Run the command: ``errkb("scan", "x.log", input="…")``."""
    return command_of(environment, work)


def command_of(environment: dict[str, str], work: Path) -> Errkb:
    """The command as a function, for a user in a folder."""

    def run(*arguments: object, text: bool = True, **options) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "errkb_ls", *map(str, arguments)]
        options = {"cwd": work, "env": environment, "timeout": 60, **options}
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(command, capture_output=True, text=text, check=False, **options)

    return run
