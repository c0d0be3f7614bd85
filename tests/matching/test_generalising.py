"""From a line to a pattern for its kind."""

from __future__ import annotations

import json

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errkb_ls.knowledge import built_in_folder
from errkb_ls.matching.ambiguity import growth
from errkb_ls.matching.generalising import generalised, message_of

ENTRIES = [json.loads(path.read_text("utf-8")) for path in sorted(built_in_folder().rglob("*.json"))]


@pytest.mark.parametrize(
    ("row", "pattern"),
    [
        ("\x1b[31mModuleNotFoundError: No module named 'shop'\x1b[0m", r"^ModuleNotFoundError: No module named '(?P<module>[^']+)'"),
        ("main.c:12:5: error: 'foo' undeclared", r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: error: '(?P<name>[^']+)' undeclared"),
        ("2026-12-01T12:00:00Z web-1  | bind: port 80 is taken (Errno 98)", r"^bind: port (?P<port>\d+) is taken \(Errno 98\)"),
        (
            "shapes cannot be multiplied (4x8 and 9x3)",
            r"^shapes cannot be multiplied \((?P<shape>\d+(?:x\d+)+) and (?P<shape_2>\d+(?:x\d+)+)\)",
        ),
        ("can't open it, won't try", r"^can't open it, won't try"),
    ],
)
def test_what_varies_is_named(row: str, pattern: str) -> None:
    """Prefixes and colours are gone; quoted names, places, numbers that have a name are groups."""
    assert generalised(message_of(row)) == pattern


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_real_messages(entry: dict) -> None:
    """A proposal for a real message matches it, in few ways."""
    message = message_of(entry["signature"])
    pattern = generalised(message)
    assert re2.search(pattern, message)
    assert growth(pattern) is None


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1))
def test_any_text(row: str) -> None:
    """Whatever a line holds, its proposal is a pattern that matches it."""
    message = message_of(row)
    assert re2.search(generalised(message), message)
