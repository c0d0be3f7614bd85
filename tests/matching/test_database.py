"""Many patterns together find what each finds alone."""

from __future__ import annotations

import random

import pytest
import re2

from errkb_ls.matching import Database, compile_database
from errkb_ls.matching.database import RE2_OPTIONS

#: Two patterns of which hyperscan 0.9.1 (5.4) loses one when both are compiled as they are.
ALIKE = (
    r"[^\s:\n]+:\d+: \*\*\* missing separator",
    r"[^\s:\n]+:(?:\d+:)? [^\s:\n]+: bad interpreter: [^\s:^\n]+: no such file or directory",
)


@pytest.mark.parametrize("before", ["", "web-1  | ", "        ", "1234567\n"])
def test_patterns_that_start_alike(before: str) -> None:
    """Neither hides the other, whatever stands before."""
    hits, _ = compile_database(ALIKE).scan(f"{before}Makefile:4: *** missing separator. Stop.".encode())
    assert {index for _, index in hits} == {0}


def test_random_sets_of_patterns_of_real_shapes() -> None:
    """Sets of patterns as knowledge bases have them: every row that RE2 says matches is hit by that pattern."""
    rng = random.Random(7)
    words = ["error", "cannot", "open", "file", "not", "found", "module", "limit", "at", "line"]
    atoms = [
        *words,
        r"[^\s:]+",
        r"\d+",
        r"\S+",
        r"'[^']+'",
        r"\w+",
        r"(?:\d+:)?",
        r"(?P<x>[^']*)",
        ":",
        ": ",
        " ",
        r"\(",
        r"\.",
        "(?:ab|cd)",
    ]
    texts = {r"[^\s:]+": "x.py", r"\d+": "12", r"\S+": "a/b", r"'[^']+'": "'q r'", r"\w+": "w1", r"(?:\d+:)?": "7:", r"(?P<x>[^']*)": "zz",
             r"\(": "(", r"\.": ".", "(?:ab|cd)": "cd"}  # fmt: skip
    for _ in range(30):
        made = [[rng.choice(atoms) for _ in range(rng.randint(3, 9))] for _ in range(rng.randint(2, 30))]
        made = [m for m in made if sum(part in words for part in m) >= 1 and m.count("(?P<x>[^']*)") <= 1]
        patterns = ["^" * rng.randint(0, 1) + "".join(m) for m in made]
        database = compile_database(patterns)
        rows = [
            rng.choice(["", "web-1  | ", "aaaa ", "x:1: "]) + "".join(texts.get(part, part) for part in m) + rng.choice(["", " tail"])
            for m in made
        ]
        text = "\n".join(rows)
        hits, _ = database.scan(text.encode())
        hit = {(text.encode().count(b"\n", 0, end - 1), index) for end, index in hits}
        for index, regex in enumerate(patterns):
            compiled = re2.compile(regex.removeprefix("^"), RE2_OPTIONS)
            for row, line in enumerate(rows):
                if index not in database.refused and compiled.search(line):
                    assert (row, index) in hit, (regex, line, patterns)


def test_dump_and_load() -> None:
    """A database comes back whole; what is damaged or foreign is refused."""
    database = compile_database(["abc", "a(", "xyz"])
    again = Database.load(database.dump())
    assert again.scan(b"xyz abc") == database.scan(b"xyz abc")
    assert again.refused.keys() == {1}
    for data in (b"", b"garbage", database.dump()[:-20], b"{}\nxx", database.dump().replace(b'"size": 3', b'"size": "x"')):
        with pytest.raises(ValueError, match="not a usable database"):
            Database.load(data)
