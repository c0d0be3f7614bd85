"""See whether everything is in order: versions, settings, knowledge, cache, and a known failure that must be recognised.

Exit status: 0 all is well, 1 something is not.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import sys
import time
from collections import Counter
from importlib.metadata import version
from typing import Final

from errkb_ls import __version__
from errkb_ls.cli.opening import add_options, open_settings
from errkb_ls.configuration import file_sources, layers
from errkb_ls.engine import cache_folder, open_engine
from errkb_ls.matching import Document

_PACKAGES: Final = ("hyperscan", "google-re2", "pygls", "lsprotocol", "msgspec")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Look at everything; answers the exit status."""
    bad = 0

    def told(good: bool, text: str) -> None:
        nonlocal bad
        bad += not good
        print(f"{'✓' if good else '✗'} {text}")

    told(good=True, text=f"errkb-ls {__version__} on Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    told(good=True, text=", ".join(f"{package} {version(package)}" for package in _PACKAGES))
    settings, problems, project = open_settings(options)
    told(good=True, text=f"project: {project or 'none'}")
    for source in file_sources(project)[0]:
        told(good=True, text=f"settings: {source.name}: {', '.join(source.values) or 'nothing'}")
    started = time.perf_counter()
    engine = open_engine(settings, project)
    took = time.perf_counter() - started
    counts = Counter(known.layer for known in engine.knowledge.known.values())
    for layer in layers(settings, project):
        told(good=layer.folder.is_dir(), text=f"knowledge, {layer.name}: {counts[layer.name]} entries in {layer.folder}")
    for problem in [*problems, *engine.problems]:
        told(good=problem.level == "warning", text=str(problem))
    told(good=bool(engine.knowledge), text=f"{len(engine.knowledge)} entries ready after {took * 1000:.0f} ms; cache: {cache_folder()}")
    sample = next((known.entry for known in engine.knowledge.known.values() if known.layer == "built-in" and not known.entry.context), None)
    document = Document(f"2026-12-01T12:00:00Z \x1b[31m{sample.signature}\x1b[0m\n" if sample else "")
    list(document.rescan(engine.matcher))
    told(good=bool(document.findings), text=f"a known failure is recognised ({sample.id if sample else 'there is none'})")
    server = shutil.which("errkb-ls")
    told(
        good=True, text=f"errkb-ls: {server}" if server else f"errkb-ls is not on PATH; editors can run: {sys.executable} -m errkb_ls serve"
    )
    return int(bad > 0)
