"""See whether everything is in order: versions, settings, knowledge, cache, and a known failure that must be recognised.

✓ is well, ! is worth knowing, ✗ is wrong. Exit status: 0 nothing is wrong, 1 something is.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, Literal

from errkb_ls import __version__
from errkb_ls.cli.opening import add_options, open_settings
from errkb_ls.configuration import Settings, file_sources, layers
from errkb_ls.engine import Engine, cache_folder, is_disabled, open_engine
from errkb_ls.knowledge import Problem
from errkb_ls.matching import Document

#: A line of the answer.
Line = tuple[Literal["✓", "!", "✗"], str]

_PACKAGES: Final = ("hyperscan", "google-re2", "pygls", "lsprotocol", "msgspec")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Look at everything; answers the exit status."""
    bad = False
    for mark, text in _lines(options):
        print(f"{mark} {text}", flush=True)
        bad = bad or mark == "✗"
    return int(bad)


def _lines(options: argparse.Namespace) -> Iterator[Line]:
    yield "✓", f"errkb-ls {__version__} on Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield from _packages()
    settings, problems, project = open_settings(options)
    yield from _settings(problems, project)
    before = _cached()
    started = time.perf_counter()
    engine = open_engine(settings, project)
    took = time.perf_counter() - started
    yield from _knowledge(engine, settings, project)
    yield ("✓" if engine.knowledge else "✗"), f"{len(engine.knowledge)} entries ready after {took * 1000:.0f} ms"
    yield _cache(before, _cached())
    yield _self_test(engine, settings)
    yield _server()


def _packages() -> Iterator[Line]:
    for package in _PACKAGES:
        try:
            yield "✓", f"{package} {version(package)}"
        except PackageNotFoundError:
            yield "✗", f"{package} is not installed"


def _settings(problems: list[Problem], project: Path | None) -> Iterator[Line]:
    yield "✓", f"project: {project or 'none'}"
    for source in file_sources(project)[0]:
        given = ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}" for key, value in source.values.items())
        yield "✓", f"settings, {source.name}: {given or 'none'}"
    yield from map(_problem, problems)


def _knowledge(engine: Engine, settings: Settings, project: Path | None) -> Iterator[Line]:
    counts = Counter(known.layer for known in engine.knowledge.known.values())
    for layer in layers(settings, project):
        yield ("✓" if layer.folder.is_dir() else "✗"), f"knowledge, {layer.name}: {counts[layer.name]} entries in {layer.folder}"
    yield from map(_problem, engine.problems)


def _problem(problem: Problem) -> Line:
    return ("!" if problem.level == "warning" else "✗"), str(problem)


def _cached() -> dict[str, float]:
    """When each cached database was used last."""
    return {path.name: path.stat().st_mtime for path in cache_folder().glob("*.db")}


def _cache(before: dict[str, float], after: dict[str, float]) -> Line:
    """Opening the engine touches the database that it takes from the cache, and leaves a new one there."""
    if after.keys() - before.keys():
        return "✓", f"cache: compiled anew and kept in {cache_folder()}"
    if after != before:
        return "✓", f"cache: taken from {cache_folder()}"
    return "!", f"cache: {cache_folder()} cannot be written, so every start compiles anew"


def _self_test(engine: Engine, settings: Settings) -> Line:
    """A known failure is recognised in a line as dirty as they are."""
    entries = (known.entry for known in engine.knowledge.known.values() if known.layer == "built-in")
    sample = next((entry for entry in entries if not entry.context and not is_disabled(entry.id, settings.disabled)), None)
    if sample is None:
        return "✗", "there is no built-in entry to try"
    document = Document(f"2026-12-01T12:00:00Z \x1b[31m{sample.signature}\x1b[0m\n")
    list(document.rescan(engine.matcher))
    if document.findings:
        return "✓", f"a known failure is recognised ({sample.id})"
    return "✗", f"a known failure is not recognised ({sample.id})"


def _server() -> Line:
    if server := shutil.which("errkb-ls"):
        return "✓", f"errkb-ls: {server}"
    return "!", f"errkb-ls is not on PATH; editors can run: {sys.executable} -m errkb_ls serve"
