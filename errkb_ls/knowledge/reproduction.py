"""Reproductions: the script beside an entry that makes the real tool fail, and shows what helps and what does not.

A script has a function for each claim: ``reproduce`` prints the failure, ``workaround_1`` makes it go away, ``dead_end_1`` does not. Its
first lines say what it needs::

    # needs: git>=2.30, network

A word is a tool on PATH, with the lowest version that will do where that matters; ``network`` and ``root`` are what they say;
``pip:NAME==VERSION`` and ``npm:NAME@VERSION`` are packages that the script finds installed. How a claim is run is in
:mod:`errkb_ls.knowledge.sandbox`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_NEEDS: Final = re.compile(r"^# needs:(.*)$", re.MULTILINE)
_CLAIM: Final = re.compile(r"^(reproduce|(?:workaround|dead_end)_\d+)\s*\(\)", re.MULTILINE)
_NEED: Final = re.compile(r"([^\s<>=]+)(?:>=(\d+(?:\.\d+)*))?")
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")
#: How tools are asked for their version; the first that succeeds and names one.
_ASKED: Final = ("--version", "version", "-V", "-v")


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A script with what it needs and what it claims, in order.

    ``tools`` are programs with the lowest version that will do, ``""`` where any does. ``pip`` and ``npm`` are packages as their
    installer takes them.
    """

    path: Path
    claims: tuple[str, ...]
    tools: tuple[tuple[str, str], ...]
    pip: tuple[str, ...]
    npm: tuple[str, ...]
    network: bool
    root: bool


def read_reproduction(path: Path) -> Reproduction:
    """Read a script.

    :raises OSError: if it cannot be read
    :raises ValueError: if something it says it needs is not written as it should
    """
    text = path.read_text("utf-8")
    needs = [need for line in _NEEDS.findall(text) for word in line.split(",") if (need := word.strip())]
    tools: list[tuple[str, str]] = []
    for need in needs:
        if need in ("network", "root") or need.startswith(("pip:", "npm:")):
            continue
        if not (word := _NEED.fullmatch(need)):
            raise ValueError(f"{need!r} is no need: write a tool as git or git>=2.30, a package as pip:NAME or npm:NAME, network or root")
        tools.append((word[1], word[2] or ""))
    return Reproduction(
        path,
        tuple(_CLAIM.findall(text)),
        tuple(tools),
        tuple(sorted(need.removeprefix("pip:") for need in needs if need.startswith("pip:"))),
        tuple(sorted(need.removeprefix("npm:") for need in needs if need.startswith("npm:"))),
        network="network" in needs,
        root="root" in needs,
    )


def lacking(reproduction: Reproduction) -> str | None:
    """What it needs that is not here, in words; None when it can run."""
    if reproduction.root and (os.name != "posix" or os.geteuid() != 0):
        return "it has to run as root"
    installer = ("npm",) if reproduction.npm else ()
    for tool in ("bash", *installer, *(name for name, _ in reproduction.tools)):
        if not shutil.which(tool):
            return f"{tool} is not installed"
    for tool, least in reproduction.tools:
        if least and (version := _version(tool)) and _numbers(version) < _numbers(least):
            return f"{tool} is {version}, older than {least}"
    return None


def versions(reproduction: Reproduction) -> str:
    """The packages and tools that it needs, with their versions: ``torch 2.13.0, python3 3.11.7``."""
    packages = [re.sub(r"(?<=.)(?:==|@)", " ", name) for name in (*reproduction.pip, *reproduction.npm)]
    tools = [f"{tool} {version}" if (version := _version(tool)) else tool for tool, _ in reproduction.tools]
    return ", ".join(packages + tools)


def _version(tool: str) -> str | None:
    for option in _ASKED:
        try:
            done = subprocess.run(
                [tool, option], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=20, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        if done.returncode == 0 and (number := _VERSION.search(done.stdout + done.stderr)):
            return number[0]
    return None


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
