"""Silence on ordinary logs: whole logs of successful runs, in the forms in which logs reach us."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.matching import find_in_blocks
from errkb_ls.matching.forms import FORMS

LOGS = sorted((Path(__file__).parent / "quiet").glob("*.gz"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_nothing_is_flagged(engine: Engine, path: Path, form: str) -> None:
    """Not a single row, in any form."""
    shown = FORMS[form](gzip.decompress(path.read_bytes()).decode("utf-8", "replace").split("\n"))
    found = find_in_blocks(engine.matcher, ["\n".join(shown.rows).encode()], shown.width)
    assert [(f.entry.id, f.span.row, f.text) for f in found] == []


def test_there_is_enough_of_it() -> None:
    """The corpus is real logs, not a token."""
    assert sum(gzip.decompress(path.read_bytes()).count(b"\n") for path in LOGS) > 25_000
