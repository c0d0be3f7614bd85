"""Every entry passes every gate: ``errkb kb check`` as a test, one for each entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from errkb_ls.cli.checking import problems_of
from errkb_ls.engine import Engine
from errkb_ls.knowledge import Problem, built_in_folder

ENTRIES = sorted(built_in_folder().rglob("*.json"))
#: Kept as they came.
SEEDS = {"pytorch/compile-recompilation-limit", "pytorch/torchscript-recursive-trace"}


@pytest.fixture(scope="session")
def problems(engine: Engine) -> list[Problem]:
    return list(problems_of(engine, []))


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: str(path.relative_to(built_in_folder()).with_suffix("")))
def test_an_entry(problems: list[Problem], path: Path) -> None:
    """Neither it nor what is beside it has a problem; the two seeds have warnings."""
    found = [
        p
        for p in problems
        if Path(p.path) == path or (Path(p.path).parent == path.parent and Path(p.path).name.startswith(f"{path.stem}."))
    ]
    if str(path.relative_to(built_in_folder()).with_suffix("")) in SEEDS:
        assert {p.level for p in found} == {"warning"}
    else:
        assert [str(p) for p in found] == []


def test_nothing_else(problems: list[Problem]) -> None:
    """No problem belongs to no entry: a broken file, say."""
    assert [str(p) for p in problems if p.level == "error"] == []
