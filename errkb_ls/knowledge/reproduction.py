"""Reproductions: the script beside an entry that makes the real tool fail, and shows what helps and what does not.

A script has a function for each claim: ``reproduce`` prints the failure, ``workaround_1`` makes it go away, ``dead_end_1`` does not. Its
first lines say what it needs::

    # needs: git, network

A word is a tool on PATH; ``network`` and ``root`` are what they say; ``pip:NAME`` is installed into a virtual environment that comes
first on PATH. Running a script runs whatever it says: that is for people who ask for it, never for the server.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_NEEDS: Final = re.compile(r"^# needs:(.*)$", re.MULTILINE)
_CLAIM: Final = re.compile(r"^(reproduce|(?:workaround|dead_end)_\d+)\s*\(\)", re.MULTILINE)
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")

#: What a script gets of our environment: enough to find tools, nothing of the user's settings.
_KEPT: Final = ("PATH", "PYENV_ROOT")
#: Where package managers look, which differs behind a firewall; for scripts that need the network.
_KEPT_FOR_NETWORK: Final = re.compile(r"(?i)^(pip_.*|npm_config_.*|https?_proxy|no_proxy|.*_ca_bundle|ssl_cert_.*)$")
#: What evidence says instead of the directory that the script really ran in.
_SHOWN: Final = "/tmp/errkb"  # noqa: S108 - a name in a text


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A script with what it needs and what it claims, in order."""

    path: Path
    needs: tuple[str, ...]
    claims: tuple[str, ...]


def read_reproduction(path: Path) -> Reproduction:
    """Read a script.

    :raises OSError: if it cannot be read
    """
    text = path.read_text("utf-8")
    needs = [need.strip() for line in _NEEDS.findall(text) for need in line.split(",")]
    return Reproduction(path, tuple(filter(None, needs)), tuple(_CLAIM.findall(text)))


def lacking(reproduction: Reproduction) -> str | None:
    """What it needs that is not here, in words; None when it can run."""
    for need in reproduction.needs:
        if need == "root" and (os.name != "posix" or os.geteuid() != 0):
            return "it has to run as root"
        if need not in ("network", "root") and not need.startswith("pip:") and not shutil.which(need):
            return f"{need} is not installed"
    return None if shutil.which("bash") else "bash is not installed"


def versions(reproduction: Reproduction) -> str:
    """The tools that it needs with their versions: ``git 2.39.5, gcc 12.2.0``."""
    told = [need.removeprefix("pip:").replace("==", " ") for need in reproduction.needs if need.startswith("pip:")]
    for tool in reproduction.needs:
        if shutil.which(tool):
            done = subprocess.run(
                [tool, "--version"], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, check=False
            )
            number = _VERSION.search(done.stdout + done.stderr)
            told.append(f"{tool} {number[0]}" if number else tool)
    return ", ".join(told)


def provide(reproduction: Reproduction, cache: Path) -> Path | None:
    """Make the virtual environment that the script needs, once for each set of packages.

    :return: its folder of programs, None when no packages are needed
    :raises subprocess.CalledProcessError: if they cannot be installed
    """
    packages = sorted(need.removeprefix("pip:") for need in reproduction.needs if need.startswith("pip:"))
    if not packages:
        return None
    folder = cache / re.sub(r"[^\w.=-]", "_", "+".join(packages))
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True)
        subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", *packages], check=True, capture_output=True)
        (folder / "complete").touch()
    return programs


def run_claim(reproduction: Reproduction, claim: str, programs: Path | None, seconds: float) -> tuple[str, int]:
    """Run one claim in an empty directory with an empty home. For any but ``reproduce``, the failure is made first, and not told.

    :param programs: folder that comes first on PATH
    :return: what the claim printed on stdout and stderr, in order, paths of the directory shown as ``/tmp/errkb``; and its exit status
    :raises subprocess.TimeoutExpired: if it takes longer
    """
    with tempfile.TemporaryDirectory(prefix="errkb-") as folder:
        for name in ("home", "work"):
            Path(folder, name).mkdir()
        first = "" if claim == "reproduce" else "reproduce >/dev/null 2>&1; "
        script = f"set +e; . {shlex.quote(str(reproduction.path))}; {first}{claim}"
        command = [*_without_network(reproduction), "bash", "-c", script]
        done = subprocess.run(
            command, cwd=Path(folder, "work"), env=_environment(reproduction, folder, programs), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False,
        )  # fmt: skip
        output = done.stdout.decode("utf-8", "replace").replace(folder, _SHOWN).replace(Path(folder).name, Path(_SHOWN).name)
        return output, done.returncode


def _environment(reproduction: Reproduction, folder: str, programs: Path | None) -> dict[str, str]:
    network = "network" in reproduction.needs
    kept = {k: v for k, v in os.environ.items() if k in _KEPT or (network and _KEPT_FOR_NETWORK.match(k))}
    path = f"{programs}{os.pathsep}{kept.get('PATH', '')}" if programs else kept.get("PATH", "")
    return {
        **kept,
        "PATH": path,
        "HOME": f"{folder}/home",
        "TMPDIR": folder,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONDONTWRITEBYTECODE": "1",
        "DEBIAN_FRONTEND": "noninteractive",
    }


def _without_network(reproduction: Reproduction) -> list[str]:
    """A command in front that takes the network away but for the loopback, where the system lets us."""
    if "network" in reproduction.needs or os.name != "posix" or os.geteuid() != 0 or not (shutil.which("unshare") and shutil.which("ip")):
        return []
    return ["unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"]
