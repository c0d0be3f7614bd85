"""Every piece of evidence holds to its marks, as it is and in the forms in which logs reach us."""

from __future__ import annotations

from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.knowledge import Evidence, built_in_folder, parse_evidence
from errkb_ls.matching import Document
from errkb_ls.matching.checking import check_evidence

from .conftest import FORMS

FILES = sorted(built_in_folder().rglob("*.txt"))


def evidence_of(path: Path) -> Evidence:
    evidence, problems = parse_evidence(path.read_bytes().decode("utf-8", "replace"), str(path))
    assert problems == []
    return evidence


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(built_in_folder())))
def test_marks_hold(engine: Engine, path: Path, form: str) -> None:
    """Each marked row gives exactly its finding with its captures, and every other row is silent, in each form."""
    evidence = evidence_of(path)
    shown = Evidence(evidence.path, FORMS[form](evidence.rows), evidence.lines, evidence.marks)
    assert [str(problem) for problem in check_evidence(shown, engine.matcher)] == []


@pytest.mark.parametrize("width", [60, 80, 101])
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(built_in_folder())))
def test_marks_hold_at_a_terminals_width(engine: Engine, path: Path, width: int) -> None:
    """A terminal that broke every row at its width hides no finding, and its captures are whole."""
    evidence = evidence_of(path)
    # Conditions and patterns over several rows, and characters of two columns, have tests of their own.
    if not all(row.isascii() and row.isprintable() for row in evidence.rows):
        pytest.skip("the width of these rows is not their length")
    rows, first = list[str](), list[int]()
    for row in evidence.rows:
        first.append(len(rows))
        rows += [row[i : i + width] for i in range(0, max(len(row), 1), width)]
    document = Document("\n".join(rows), lf_only=True, width=width)
    list(document.rescan(engine.matcher))
    found = {(f.entry.id, tuple(sorted(f.captures.items()))) for f in document.findings}
    assert {(mark.entry_id, tuple(sorted(mark.captures.items()))) for mark in evidence.marks} <= found
