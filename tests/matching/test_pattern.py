"""The loosened pattern misses nothing that the pattern itself would match."""

from __future__ import annotations

import pytest
import re2
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from errkb_ls.knowledge import Entry
from errkb_ls.matching import Document, compile_database, refusal
from errkb_ls.matching.database import RE2_OPTIONS
from errkb_ls.matching.pattern import shape_of

from .conftest import matcher_of

ATOMS = [
    "a",
    "b",
    "é",
    "字",
    ".",
    r"\.",
    "[ab]",
    "[^a]",
    r"\w",
    r"\S",
    r"\D",
    r"\d",
    "7",
    r"\x61",
    r"\Qa.b\E",
    r"\pL",
    "[^字]",
    r"\|",
    r"[\]a]",
]
QUANTIFIERS = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "+?", "*?"]
atoms = st.tuples(st.sampled_from(ATOMS), st.sampled_from(QUANTIFIERS)).map("".join)
anchors = st.sampled_from(["^", "$", r"\b", r"\A", r"\z"])


def groups(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sequence = st.lists(st.one_of(inner, anchors), min_size=1, max_size=4).map("".join)
    alternatives = st.lists(sequence, min_size=1, max_size=3).map("|".join)
    return st.tuples(st.sampled_from(["(", "(?:", "(?P<g>", "(?i:"]), alternatives, st.sampled_from(QUANTIFIERS)).map(
        lambda parts: f"{parts[0]}{parts[1]}){parts[2]}"
    )


patterns = st.lists(st.recursive(atoms, groups, max_leaves=6) | anchors, min_size=1, max_size=5).map("".join)
rows = st.text(alphabet="ab.7é字|]A", max_size=12)


@settings(deadline=None, max_examples=500)
@given(regex=patterns, texts=st.lists(rows, max_size=6))
def test_find_agrees_with_the_pattern_row_by_row(regex: str, texts: list[str]) -> None:
    """On rows without decoration, what is found is what RE2 alone finds on each row."""
    assume(regex.count("(?P<g>") <= 1)
    assume(refusal(regex) is None)
    assume(not compile_database([regex]).refused)
    document = Document("\n".join(texts))
    list(document.rescan(matcher_of(Entry(id="x", signature="x", regex=regex))))
    compiled = re2.compile(regex, RE2_OPTIONS)
    expected = {row for row, text in enumerate(texts) if compiled.search(text)}
    assert {finding.span.row for finding in document.findings} == expected


@pytest.mark.parametrize(
    ("regex", "loose"),
    [
        (r"^fatal: (?P<x>.+)$", r"fatal: (?P<x>.)"),
        (r"No module named '(?P<module>[^']+)'", r"No module named '(?P<module>[^'\n]+)'"),
        (r"limit \((?P<n>\d+)\)?", r"limit \((?P<n>\d)"),
        (r"^(?:a|b)*tail\s*", r"tail"),
        (r"one\n  two", r"one"),
        (r"(?i)^killed$", r"(?i)killed"),
        (r"^a|^b$", r"a|b"),
        (r"^[^:]+:\d+: \*\*\* no (?P<x>.)", r": \*\*\* no (?P<x>.)"),
        (r"(?i)^[^:]+:\d+: fatal [a-z]x", r"(?i): fatal [a-z]x"),
    ],
)
def test_what_loosening_does(regex: str, loose: str) -> None:
    """Anchors, repeated ends and following rows go; negated classes stay on their row."""
    assert shape_of(regex).loose == loose


@pytest.mark.parametrize(
    ("regex", "reason"),
    [
        (r"a(?=b)", "RE2"),
        (r"(a)\1", "RE2"),
        (r"a(", "RE2"),
        (r".*", "empty"),
        (r"^$", "empty"),
        (r"(?:x|y?)", "empty"),
        (r"\b", "empty"),
        ("\ud800", "RE2"),
    ],
)
def test_refused_patterns(regex: str, reason: str) -> None:
    """A pattern outside the dialect, or one that matches everything, is refused with the reason."""
    assert reason in (refusal(regex) or "")
