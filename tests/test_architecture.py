"""What ARCHITECTURE.md promises about the shape of the code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "errkb_ls"

#: What each part may import of the package itself. Lower floors never import higher ones.
FLOORS = {
    "knowledge": {"knowledge"},
    "matching": {"knowledge", "matching"},
    "rendering": {"knowledge", "matching", "rendering"},
    "configuration": {"knowledge"},
    "engine": {"configuration", "knowledge", "matching"},
    "server": {"configuration", "engine", "knowledge", "matching", "rendering", "server"},
    "cli": {"configuration", "engine", "knowledge", "matching", "rendering", "cli", "server"},
}


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_floors(path: Path) -> None:
    """A module imports its own floor and lower ones only; the editor's protocol is known to the server alone."""
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    own = {name.split(".")[1] for name in imports(path) if name.startswith("errkb_ls.")}
    assert own <= FLOORS[part]
    if part != "server":
        assert not {name.split(".")[0] for name in imports(path)} & {"pygls", "lsprotocol"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_stay_small(path: Path) -> None:
    """Nobody has to scroll through more than 400 lines, and every module says what it is for."""
    text = path.read_text("utf-8")
    assert text.count("\n") <= 400
    assert ast.get_docstring(ast.parse(text))
