"""The forms in which one and the same text reaches us, for checks: what holds for a text must hold in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

#: Columns of the terminal that breaks rows in :data:`FORMS`.
WIDTH: Final = 80


@dataclass(frozen=True, slots=True)
class Form:
    """A text in some form.

    :param rows: its rows
    :param origin: for each, the index of the row it was made from
    :param width: width of the terminal that broke the rows, if one did
    """

    rows: list[str]
    origin: list[int]
    width: int | None = None


def _each(change: Callable[[int, str], str]) -> Callable[[list[str]], Form]:
    return lambda rows: Form([change(number, row) for number, row in enumerate(rows)], list(range(len(rows))))


def _coloured(row: str) -> str:
    """The row in red, its second half bold."""
    return f"\x1b[31m{row[: len(row) // 2]}\x1b[1m{row[len(row) // 2 :]}\x1b[0m\x1b[K"


def _prefix(number: int) -> str:
    """As a CI log shows a line that docker compose passed on."""
    return f"2026-12-01T12:00:{number % 60:02}.1234567Z web-1  | "


def _wrapped(rows: list[str]) -> Form:
    """Broken at the terminal's width. Rows whose columns are not simply their characters stay whole."""
    form = Form([], [], WIDTH)
    for number, row in enumerate(rows):
        simple = row.isascii() and row.isprintable()
        for start in range(0, max(len(row), 1), WIDTH if simple else max(len(row), 1)):
            form.rows.append(row[start : start + WIDTH] if simple else row)
            form.origin.append(number)
    return form


FORMS: Final[dict[str, Callable[[list[str]], Form]]] = {
    "plain": _each(lambda _, row: row),
    "CRLF": _each(lambda _, row: f"{row}\r"),
    "coloured": _each(lambda _, row: _coloured(row)),
    "prefixed": _each(lambda number, row: _prefix(number) + row),
    "coloured and prefixed": _each(lambda number, row: _prefix(number) + _coloured(row)),
    "indented": _each(lambda _, row: f"    {row}"),
    "wrapped": _wrapped,
}
