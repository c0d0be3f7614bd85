"""Evidence that a terminal of some width broke still gives its findings. All other forms: ``test_check.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.knowledge import built_in_folder, parse_evidence
from errkb_ls.matching import Document

FILES = sorted(built_in_folder().rglob("*.txt"))


@pytest.mark.parametrize("width", [60, 101])
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(built_in_folder())))
def test_marks_hold_at_a_terminals_width(engine: Engine, path: Path, width: int) -> None:
    """No finding is hidden, and its captures are whole."""
    evidence, problems = parse_evidence(path.read_bytes().decode("utf-8", "replace"), str(path))
    assert problems == []
    # Characters of two columns have tests of their own.
    if not all(row.isascii() and row.isprintable() for row in evidence.rows):
        pytest.skip("the width of these rows is not their length")
    rows = [row[i : i + width] for row in evidence.rows for i in range(0, max(len(row), 1), width)]
    document = Document("\n".join(rows), lf_only=True, width=width)
    list(document.rescan(engine.matcher))
    found = {(f.entry.id, tuple(sorted(f.captures.items()))) for f in document.findings}
    assert {(mark.entry_id, tuple(sorted(mark.captures.items()))) for mark in evidence.marks} <= found
