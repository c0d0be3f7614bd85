"""Where a claim of a reproduction runs: an empty directory, an empty home, a time limit, and no network unless the script says so.

Running a script runs whatever it says. This keeps the tools it calls from reading or changing what is the user's; it is no prison for a
hostile script, and it is for people who ask for it, never for the server.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from errkb_ls.knowledge.reproduction import Reproduction

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

#: What a script gets of our environment: enough to find tools, nothing of the user's settings.
_KEPT: Final = ("PATH", "PYENV_ROOT")
#: Where package managers look, which differs behind a firewall; for scripts that need the network.
_KEPT_FOR_NETWORK: Final = re.compile(r"(?i)^(pip_.*|npm_config_.*|https?_proxy|no_proxy|.*_ca_bundle|ssl_cert_.*)$")
#: What evidence says instead of the directory that the script really ran in.
_SHOWN: Final = "/tmp/errkb"  # noqa: S108 - a name in a text
_SECONDS_TO_END: Final = 5.0


@dataclass(frozen=True, slots=True)
class Packages:
    """Installed packages: folders of programs that come first on PATH, and the ``node_modules`` that scripts find, if any."""

    programs: tuple[Path, ...] = ()
    node_modules: Path | None = None


def provide(reproduction: Reproduction, cache: Path) -> Packages:
    """Install the packages that the script needs, once for each set.

    :param cache: folder that keeps them from one call to the next
    :raises subprocess.CalledProcessError: if they cannot be installed; ``stderr`` says why, as bytes
    """
    programs: list[Path] = []
    modules: Path | None = None
    if reproduction.pip:
        with _filled(cache, "pip", reproduction.pip) as (folder, is_new):
            programs.append(folder / ("Scripts" if os.name == "nt" else "bin"))
            if is_new:
                _install([sys.executable, "-m", "venv", "--clear", folder])
                _install([programs[0] / "python", "-m", "pip", "install", "--quiet", *reproduction.pip])
    if reproduction.npm:
        with _filled(cache, "npm", reproduction.npm) as (folder, is_new):
            modules = folder / "node_modules"
            programs.append(modules / ".bin")
            if is_new:
                folder.mkdir(parents=True, exist_ok=True)
                options = ("--silent", "--no-audit", "--no-fund", "--no-save", "--prefix", folder)
                _install([shutil.which("npm") or "npm", "install", *options, *reproduction.npm])
    return Packages(tuple(programs), modules)


@contextlib.contextmanager
def _filled(cache: Path, kind: str, names: tuple[str, ...]) -> Iterator[tuple[Path, bool]]:
    """A folder for a set of packages, and whether it is yet to be filled; it counts as filled when the block ends without an error.

    Another thread or process that wants the same set waits meanwhile.
    """
    name = kind + "-" + re.sub(r"[^\w.=@-]", "_", "+".join(names))
    complete = cache / name / "complete"
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / f"{name}.lock").open("w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        is_new = not complete.exists()
        yield cache / name, is_new
        if is_new:
            complete.touch()


def _install(command: list[str | Path]) -> None:
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def run_claim(reproduction: Reproduction, claim: str, packages: Packages, seconds: float) -> tuple[str, int]:
    """Run one claim. For any but ``reproduce``, the failure is made first, and not told.

    Whatever the script left running is ended with it where the system has namespaces for processes (Linux).

    :param seconds: the time limit
    :return: what the claim printed on stdout and stderr, in order, paths of the directory shown as ``/tmp/errkb``; and its exit status
    :raises subprocess.TimeoutExpired: if it takes longer
    """
    # Files that were made by root in a namespace of its own, or are still being written, are no reason to fail.
    with tempfile.TemporaryDirectory(prefix="errkb-", ignore_cleanup_errors=True) as folder:
        for name in ("home", "work"):
            Path(folder, name).mkdir()
        if packages.node_modules:
            Path(folder, "node_modules").symlink_to(packages.node_modules)
        first = "" if claim == "reproduce" else "reproduce >/dev/null 2>&1; "
        script = f"set +e; . {shlex.quote(str(reproduction.path))}; {first}{claim}"
        output, status = _run(
            [*_alone(reproduction.network), "bash", "-c", script],
            Path(folder),
            _environment(reproduction, folder, packages),
            seconds,
        )
        return output.replace(folder, _SHOWN).replace(Path(folder).name, Path(_SHOWN).name), status


def _run(command: list[str], folder: Path, environment: dict[str, str], seconds: float) -> tuple[str, int]:
    process = subprocess.Popen(
        command, cwd=folder / "work", env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    output = bytearray()
    reader = threading.Thread(target=_read, args=(process, output), daemon=True)
    reader.start()
    try:
        status = process.wait(seconds)
    finally:
        if os.name == "posix":
            # Nobody may be left, or may be another user's by now.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
        # The pipe stays open as long as a process that got away holds it.
        reader.join(_SECONDS_TO_END)
    return bytes(output).decode("utf-8", "replace"), status


def _read(process: subprocess.Popen[bytes], output: bytearray) -> None:
    while process.stdout and (chunk := os.read(process.stdout.fileno(), 65536)):
        output += chunk


def _environment(reproduction: Reproduction, folder: str, packages: Packages) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in _KEPT or (reproduction.network and _KEPT_FOR_NETWORK.match(k))}
    # rustup's cargo and rustc are links that look for their toolchain below the home, which is not the user's here.
    rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
    return {
        **kept,
        **({"RUSTUP_HOME": rustup} if os.path.isdir(rustup) else {}),
        "PATH": os.pathsep.join([*map(str, packages.programs), kept.get("PATH", "")]),
        "HOME": f"{folder}/home",
        "TMPDIR": folder,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONDONTWRITEBYTECODE": "1",
        "DEBIAN_FRONTEND": "noninteractive",
    }


def _alone(network: bool) -> list[str]:
    """A command in front that ends all processes of the script with it, and takes the network away but for the loopback."""
    for command in _namespaces(network):
        if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
            return list(command)
    return []


@functools.cache
def _namespaces(network: bool) -> tuple[tuple[str, ...], ...]:
    if not (shutil.which("unshare") and shutil.which("ip")):
        return ()
    processes = ("--pid", "--fork", "--kill-child", "--mount-proc")
    # The script is not the first process of its namespace: that one ignores signals.
    inside = ("sh", "-c", '"$@"; exit $?', "sh") if network else ("sh", "-c", 'ip link set lo up; "$@"; exit $?', "sh")
    net = () if network else ("--net",)
    as_user = ("--user", "--map-current-user", "--keep-caps")
    return tuple(("unshare", *who, *net, *processes, *inside) for who in ((), as_user))
