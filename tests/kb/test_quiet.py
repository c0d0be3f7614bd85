"""Silence on ordinary logs: whole logs of successful runs, in the forms in which logs reach us."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.matching import find_in_blocks

from .conftest import FORMS

LOGS = sorted((Path(__file__).parent / "quiet").glob("*.gz"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_nothing_is_flagged(engine: Engine, path: Path, form: str) -> None:
    """Not a single row, plain, coloured, prefixed, indented or with CRLF."""
    rows = gzip.decompress(path.read_bytes()).decode("utf-8", "replace").split("\n")
    text = "\n".join(FORMS[form](rows)).encode()
    found = [(f.entry.id, f.span.row, f.text) for f in find_in_blocks(engine.matcher, [text])]
    assert found == []


def test_there_is_enough_of_it() -> None:
    """The corpus is real logs, not a token."""
    assert sum(gzip.decompress(path.read_bytes()).count(b"\n") for path in LOGS) > 25_000
