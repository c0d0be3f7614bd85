"""Which patterns can match one text in many ways: against counting them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb_ls.matching.ambiguity import growth


@pytest.mark.parametrize(
    "regex",
    [
        r"^error: (?P<a>[^']+) and '(?P<b>[^']+)'$",
        r"^\w+\s+\w+$",
        r"^(?:a|b)*c",
        r"^(?:a|ab)*c",
        r"^foo(?: \S+)* bar",
        r"foo \S+: foo",
        r"^a{1,3}a{2,5}",
        r"^(?P<file>[^\s:]+):(?P<line>\d+):(?:\d+:)? error: (?P<what>.+)",
    ],
)
def test_bounded(regex: str) -> None:
    """Repeats that something keeps apart, or that take different characters, are harmless."""
    assert growth(regex) is None


@pytest.mark.parametrize(
    ("regex", "how"),
    [
        (r"^(a+)+b", "exponential"),
        (r"^(?:x*y*)*z", "exponential"),
        (r"^(?:a|a)*b", "exponential"),
        (r"^(?:ab|a|b)*c", "exponential"),
        (r"^(?:\w+\s?)*:", "exponential"),
        (r"^.*a.*b", "polynomial"),
        (r"^\w+\s*\w+$", "polynomial"),
        (r"^\d+.?\d+$", "polynomial"),
        (r"(?i)^a+A+$", "polynomial"),
        (r"^[^:]*x[a-z]*y", "polynomial"),
        (r"\S+: failed", "polynomial"),
        (r".*failed", "polynomial"),
        (r"^x\Qaa\E.*a.*", "polynomial"),
    ],
)
def test_unbounded(regex: str, how: str) -> None:
    """Nested repeats, neighbours that share characters, a repeat at a start that is searched for."""
    assert growth(regex) == how


def ways(regex: tuple, length: int) -> int:
    """In how many ways a pattern of literals and repeats over {a, b} matches a text of so many ``a``, by counting."""
    counts = [1] + [0] * length
    for characters, repeated in regex:
        after = [0] * (length + 1)
        for at, count in enumerate(counts):
            if not count:
                continue
            if not repeated:
                if at < length and "a" in characters:
                    after[at + 1] += count
            else:
                for end in range(at + 1, length + 1 if "a" in characters else at + 1):
                    after[end] += count
        counts = after
    return counts[length]


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "ab"]), st.booleans()), min_size=1, max_size=6))
def test_agrees_with_counting(nodes: list[tuple[str, bool]]) -> None:
    """A sequence whose ways over ``aaaa…`` grow is found; one that is found has two repeats that can share a character."""
    regex = "^" + "".join(f"[{characters}]" + "+" * repeated for characters, repeated in nodes) + "$"
    found = growth(regex)
    if ways(tuple(nodes), 24) > ways(tuple(nodes), 12) > 0:
        assert found == "polynomial"
    if sum(repeated for _, repeated in nodes) <= 1:
        assert found is None
