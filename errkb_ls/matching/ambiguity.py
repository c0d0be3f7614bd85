"""Patterns that can match one text in many ways.

A backtracking engine tries all of them, and even RE2 and hyperscan, which do not backtrack, carry more states and report more ends for such
a pattern. A nested quantifier, ``(a+)+``, is the known case; ``.*a.*b`` or ``\\w+\\s*\\w+`` are no better, and look harmless.

The pattern is made into an automaton of its characters (Glushkov's), and that one is asked for the two reasons why the number of ways grows
with the text, as Weber and Seidl proved in "On the degree of ambiguity of finite automata" (1991): a state that comes back to itself in two
ways over one word (exponential), and two states ``p`` and ``q`` with one word that leads from ``p`` to ``p``, from ``p`` to ``q`` and from
``q`` to ``q`` (polynomial).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

import re2

from errkb_ls.matching.database import RE2_OPTIONS
from errkb_ls.matching.pattern import Node, parse

#: Characters that stand for all others: ASCII, and of the rest some letters, digits, blanks and signs.
_SAMPLE: Final = [chr(code) for code in range(128)] + list("\x85\xa0éßΩ٣字。\u2028😀")
_ALL: Final = (1 << len(_SAMPLE)) - 1
#: Repeats with an upper bound count as so many copies at most: they do not grow with the text.
_MOST_COPIES: Final = 4
#: A pattern is read row by row.
_NEWLINE: Final = 1 << _SAMPLE.index("\n")

Growth = Literal["exponential", "polynomial"]


@dataclass(slots=True)
class _Automaton:
    """Positions are indexes of ``characters``; a word is a path along ``follows``. ``doubled`` are steps that there are two reasons for:
    in ``(a+)+`` both repeats lead from ``a`` to ``a``."""

    characters: list[int] = field(default_factory=list)
    follows: list[set[int]] = field(default_factory=list)
    doubled: set[tuple[int, int]] = field(default_factory=set)
    flags: str = ""

    def position(self, characters: int) -> int:
        self.characters.append(characters)
        self.follows.append(set())
        return len(self.characters) - 1


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the pattern: where it can begin and end, and whether it may be empty."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


_NOTHING: Final = _Part(frozenset(), frozenset(), empty=True)


def growth(regex: str) -> Growth | None:
    """How the number of ways in which one text can match grows with its length; None when it is bounded.

    Where the pattern is not anchored, the search for its start counts as well: ``\\S+:`` begins at each character of a word.

    :param regex: a pattern that RE2 accepts
    """
    automaton = _Automaton()
    alternatives = parse(regex)
    _alternatives(automaton, alternatives, searched=True)
    ends = _reachable(automaton)
    looping = [p for p in range(len(automaton.characters)) if p in ends[p]]
    if any(p in ends[q] for p, q in automaton.doubled) or any(_two_ways(automaton, p, ends) for p in looping):
        return "exponential"
    if any(_shares(automaton, p, q, ends) for p in looping for q in looping if p != q and q in ends[p]):
        return "polynomial"
    return None


def _alternatives(automaton: _Automaton, alternatives: Iterable[tuple[Node, ...]], *, searched: bool = False) -> _Part:
    parts = []
    for nodes in alternatives:
        part = _sequence(automaton, nodes)
        if searched and not _is_anchored(nodes):
            anywhere = automaton.position(_ALL & ~_NEWLINE)
            _link(automaton, {anywhere}, {anywhere} | part.first)
        parts.append(part)
    return _Part(
        frozenset().union(*(part.first for part in parts)),
        frozenset().union(*(part.last for part in parts)),
        any(part.empty for part in parts) or not parts,
    )


def _sequence(automaton: _Automaton, nodes: tuple[Node, ...]) -> _Part:
    whole = _NOTHING
    for node in nodes:
        if node.kind == "flags":
            automaton.flags += node.text
        elif node.kind != "anchor":
            whole = _joined(automaton, whole, _repeated(automaton, node))
    return whole


def _joined(automaton: _Automaton, one: _Part, other: _Part) -> _Part:
    _link(automaton, one.last, other.first)
    return _Part(
        one.first | other.first if one.empty else one.first,
        other.last | one.last if other.empty else other.last,
        one.empty and other.empty,
    )


def _repeated(automaton: _Automaton, node: Node) -> _Part:
    low, high = node.bounds
    copies = max(1, min(_MOST_COPIES, low if high is None else high))
    whole = _NOTHING
    for number in range(copies):
        part = _alternatives(automaton, node.alternatives) if node.kind == "open" else _atom(automaton, node)
        if high is None and number == copies - 1:
            _link(automaton, part.last, part.first)
        if number >= low:
            part = _Part(part.first, part.last, empty=True)
        whole = _joined(automaton, whole, part)
    return whole


def _atom(automaton: _Automaton, node: Node) -> _Part:
    if node.kind == "quote":
        text = node.text.removeprefix(r"\Q").removesuffix(r"\E")
        return _sequence(automaton, tuple(Node("char", c) for c in text))
    position = frozenset({automaton.position(_characters(automaton.flags, node.text))})
    return _Part(position, position, empty=False)


@cache
def _characters(flags: str, atom: str) -> int:
    """The characters of the sample that an atom takes, as bits."""
    pattern = re2.compile(flags + atom, RE2_OPTIONS)
    return sum(1 << i for i, character in enumerate(_SAMPLE) if pattern.fullmatch(character))


def _link(automaton: _Automaton, sources: Iterable[int], targets: Iterable[int]) -> None:
    for source in sources:
        automaton.doubled.update((source, target) for target in automaton.follows[source].intersection(targets))
        automaton.follows[source].update(targets)


def _reachable(automaton: _Automaton) -> list[set[int]]:
    """For each position those that some word leads to."""
    reached: list[set[int]] = []
    for start in range(len(automaton.characters)):
        seen: set[int] = set()
        waiting = list(automaton.follows[start])
        while waiting:
            position = waiting.pop()
            if position not in seen:
                seen.add(position)
                waiting += automaton.follows[position]
        reached.append(seen)
    return reached


def _two_ways(automaton: _Automaton, p: int, ends: list[set[int]]) -> bool:
    """Whether one word leads from ``p`` to ``p`` in two ways."""
    seen: set[tuple[int, int, bool]] = set()
    waiting = [(p, p, False)]
    while waiting:
        one, other, parted = waiting.pop()
        for a in automaton.follows[one]:
            for b in automaton.follows[other]:
                if p not in ends[a] or p not in ends[b] or not automaton.characters[a] & automaton.characters[b]:
                    continue
                state = (a, b, parted or a != b)
                if state == (p, p, True):
                    return True
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
    return False


def _shares(automaton: _Automaton, p: int, q: int, ends: list[set[int]]) -> bool:
    """Whether one word leads from ``p`` to ``p``, from ``p`` to ``q`` and from ``q`` to ``q``."""
    seen: set[tuple[int, int, int]] = set()
    waiting = [(p, p, q)]
    while waiting:
        one, way, other = waiting.pop()
        for a in automaton.follows[one]:
            if p not in ends[a] and a != p:
                continue
            for b in automaton.follows[way]:
                common = automaton.characters[a] & automaton.characters[b]
                if not common or (q not in ends[b] and b != q):
                    continue
                for c in automaton.follows[other]:
                    if not common & automaton.characters[c] or (q not in ends[c] and c != q):
                        continue
                    state = (a, b, c)
                    if state == (p, q, q):
                        return True
                    if state not in seen:
                        seen.add(state)
                        waiting.append(state)
    return False


def _is_anchored(nodes: tuple[Node, ...]) -> bool:
    first = next((node for node in nodes if node.kind != "flags"), None)
    if first is None:
        return False
    if first.kind == "open":
        return all(_is_anchored(inner) for inner in first.alternatives)
    return first.kind == "anchor" and first.text in ("^", "\\A")
