"""The built-in knowledge base with its matcher, and the forms in which logs reach us."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from errkb_ls.configuration import Settings
from errkb_ls.engine import Engine, open_engine


def coloured(rows: list[str]) -> list[str]:
    """As a terminal gets it: the row in red, a word of it in bold."""
    return [f"\x1b[31m{row[: len(row) // 2]}\x1b[1m{row[len(row) // 2 :]}\x1b[0m\x1b[K" for row in rows]


def prefixed(rows: list[str]) -> list[str]:
    """As docker compose shows it in a CI log."""
    return [f"2026-12-01T12:00:{i % 60:02}.1234567Z web-1  | {row}" for i, row in enumerate(rows)]


FORMS: dict[str, Callable[[list[str]], list[str]]] = {
    "plain": lambda rows: rows,
    "CRLF": lambda rows: [f"{row}\r" for row in rows],
    "coloured": coloured,
    "prefixed": prefixed,
    "coloured and prefixed": lambda rows: prefixed(coloured(rows)),
    "indented": lambda rows: [f"    {row}" for row in rows],
}


@pytest.fixture(scope="session")
def engine() -> Engine:
    return open_engine(Settings(), None)
