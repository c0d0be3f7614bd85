"""What can be read off a pattern (RE2 syntax) without running it.

A pattern runs twice: :func:`loosen`-ed, by hyperscan over whole buffers of raw text, to say which rows to look at; and as it is, by RE2 on
the cleaned row alone. The loosened form must match wherever the pattern matches the cleaned row, so

- anchors and word boundaries go, since the raw row may have a prefix, a colour or a JSON envelope around the cleaned one;
- what repeats at the end is cut to its minimum, since hyperscan reports every end of a match and one is enough;
- what stands before the first few literals goes, since hyperscan 5.4 loses matches of patterns that start with repeated classes when
  others in the database start alike (``[^\\s:]+:\\d+: x`` beside ``[^\\s:]+:(?:\\d+:)? y``: ``tests/matching/test_database.py``);
- what stands behind a line break goes, since the raw rows below may have prefixes too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

_TOKEN: Final = re.compile(
    r"""
      (?P<open>   \( (?: \?P?<\w+> | \?[imsU-]*: )? (?!\?) )   # a group
    | (?P<flags>  \( \? [imsU-]+ \) )                          # (?i)
    | (?P<close>  \) )
    | (?P<bar>    \| )
    | (?P<class>  \[ \^? \]? (?: \[:\^?\w+:\] | \\. | [^\]\\] )* \] )
    | (?P<quote>  \\Q .*? (?: \\E | $ ) )
    | (?P<anchor> \^ | \$ | \\[AzbB] )
    | (?P<escape> \\ (?: x\{[0-9a-fA-F]+\} | x[0-9a-fA-F]{2} | [pP](?:\{\^?\w+\}|\w) | . ) )
    | (?P<char>   . )
    """,
    re.VERBOSE | re.DOTALL,
)
_QUANTIFIER: Final = re.compile(r"(?: \* | \+ | \? | \{ (?P<low>\d+) (?P<comma>,\d*)? \} ) \??", re.VERBOSE)

#: Escapes that stand for a set of characters (upper case: also for characters of several bytes).
_SETS: Final = frozenset("dDsSwWpPC")


#: So many literal characters in a row are enough to start with.
_LED_BY: Final = 4


@dataclass(frozen=True, slots=True)
class Node:
    """An atom with its quantifier. ``kind`` is a name of a group in :data:`_TOKEN`; groups have alternatives, each a sequence of nodes."""

    kind: str
    text: str
    quantifier: str = ""
    alternatives: tuple[tuple[Node, ...], ...] = ()

    @property
    def bounds(self) -> tuple[int, int | None]:
        """How often it is repeated: at least, and at most, None without a limit."""
        match = _QUANTIFIER.fullmatch(self.quantifier)
        if not match:
            return 1, 1
        if not match["low"]:
            return int(self.quantifier[0] == "+"), 1 if self.quantifier[0] == "?" else None
        low, comma = int(match["low"]), match["comma"]
        return low, low if comma is None else int(comma[1:]) if comma[1:] else None

    @property
    def minimum(self) -> int:
        """How often it must be there."""
        return self.bounds[0]

    def __str__(self) -> str:
        if self.kind == "open":
            return f"{self.text}{'|'.join(_join(nodes) for nodes in self.alternatives)}){self.quantifier}"
        return self.text + self.quantifier


@dataclass(frozen=True, slots=True)
class Shape:
    """What a pattern is like.

    :param loose: the pattern for hyperscan, empty when it would match everywhere
    :param utf8: whether the loosened pattern must be run on code points instead of bytes
    :param anchored: whether some way through it starts with ``^``
    :param breaks: how many line breaks it contains; 0 for a pattern that sees one row
    :param literals: how many literal characters it has: the more, the more specific
    """

    loose: str
    utf8: bool
    anchored: bool
    breaks: int
    literals: int


def parse(regex: str) -> tuple[tuple[Node, ...], ...]:
    """The alternatives of a pattern, each a sequence of nodes. The pattern is assumed to be one that RE2 accepts."""
    return _Parser(regex).alternatives()


@cache
def shape_of(regex: str) -> Shape:
    """Read a pattern's shape. The pattern is assumed to be one that RE2 accepts; of others the shape is meaningless."""
    alternatives = parse(regex)
    breaks = _count(alternatives, _is_break)
    loose = tuple(_loosen(nodes, single_row=not breaks) for nodes in alternatives)
    return Shape(
        loose="" if any(not any(n.kind != "flags" for n in nodes) for nodes in loose) else "|".join(map(_join, loose)),
        utf8=not regex.isascii() or any(_needs_utf8(nodes[:-1]) for nodes in loose),
        anchored=any(_starts_anchored(nodes) for nodes in alternatives),
        breaks=breaks,
        literals=_count(alternatives, lambda node: (node.kind in ("char", "quote") and node.text != ".") or _is_literal_escape(node)),
    )


@dataclass(slots=True)
class _Parser:
    regex: str
    at: int = field(default=0)

    def alternatives(self) -> tuple[tuple[Node, ...], ...]:
        """Read up to the end or to the parenthesis that closes the current group."""
        alternatives: list[list[Node]] = [[]]
        while match := _TOKEN.match(self.regex, self.at):
            self.at = match.end()
            kind = match.lastgroup or "char"
            if kind == "close":
                break
            if kind == "bar":
                alternatives.append([])
                continue
            inner = self.alternatives() if kind == "open" else ()
            alternatives[-1].append(Node(kind, match[0], self._quantifier(), inner))
        return tuple(tuple(nodes) for nodes in alternatives)

    def _quantifier(self) -> str:
        if match := _QUANTIFIER.match(self.regex, self.at):
            self.at = match.end()
            return match[0]
        return ""


def _join(nodes: tuple[Node, ...]) -> str:
    return "".join(map(str, nodes))


def _loosen(nodes: tuple[Node, ...], *, single_row: bool) -> tuple[Node, ...]:
    upto = next((i for i, node in enumerate(nodes) if _is_break(node)), len(nodes))
    kept = tuple(node for node in nodes[:upto] if node.kind != "anchor")
    flags = tuple(node for node in kept if node.kind == "flags")
    start = next((i for i in range(len(kept)) if len(kept[i : i + _LED_BY]) == _LED_BY and all(map(_is_fixed, kept[i : i + _LED_BY]))), 0)
    return _trim((*(flags if start else ()), *(_relax(node, single_row=single_row) for node in kept[start:])))


def _relax(node: Node, *, single_row: bool) -> Node:
    """The node without anchors inside; negated classes do not run over row ends in a pattern that sees one row."""
    if node.kind == "open":
        inner = tuple(tuple(_relax(n, single_row=single_row) for n in nodes if n.kind != "anchor") for nodes in node.alternatives)
        return replace(node, alternatives=inner)
    if single_row and node.kind == "class" and node.text.startswith("[^"):
        return replace(node, text=node.text[:-1] + "\\n]")
    return node


def _trim(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The sequence with its end cut to what must be there."""
    while nodes:
        *before, last = nodes
        if last.minimum == 0:
            nodes = tuple(before)
            continue
        last = replace(last, quantifier=f"{{{last.minimum}}}" if last.minimum > 1 else "")
        if last.kind == "open" and last.minimum == 1:
            inner = tuple(_trim(alternative) for alternative in last.alternatives)
            if not all(inner):
                nodes = tuple(before)
                continue
            last = replace(last, alternatives=inner)
        return (*before, last)
    return nodes


def _is_fixed(node: Node) -> bool:
    """Whether the atom is one literal character that must be there."""
    return ((node.kind == "char" and node.text != ".") or _is_literal_escape(node)) and not node.quantifier


def _is_break(node: Node) -> bool:
    return node.kind in ("escape", "char") and node.text in ("\\n", "\n")


def _is_literal_escape(node: Node) -> bool:
    return node.kind == "escape" and node.text[1] not in _SETS


def _is_wide(node: Node) -> bool:
    """Whether the atom may take a character of several bytes."""
    if node.kind == "class":
        return node.text.startswith("[^") or bool(re.search(r"\\[DSWpP]", node.text))
    return (node.kind == "char" and node.text == ".") or (node.kind == "escape" and node.text[1] in "DSWpPC")


def _needs_utf8(nodes: tuple[Node, ...]) -> bool:
    """Whether counting bytes instead of code points could make the pattern miss something.

    It cannot where wide atoms are repeated without an upper bound; it can for a lone ``.`` or ``.{1,20}``.
    """
    return any(
        (_is_wide(node) and node.quantifier.rstrip("?") not in ("*", "+")) or any(_needs_utf8(inner) for inner in node.alternatives)
        for node in nodes
    )


def _starts_anchored(nodes: tuple[Node, ...]) -> bool:
    first = next((node for node in nodes if node.kind != "flags"), None)
    if first is None:
        return False
    if first.kind == "open":
        return any(_starts_anchored(inner) for inner in first.alternatives)
    return first.kind == "anchor" and first.text in ("^", "\\A")


def _count(alternatives: tuple[tuple[Node, ...], ...], wanted: Callable[[Node], bool]) -> int:
    return sum(
        (len(node.text) - len(r"\Q\E") if node.kind == "quote" else 1) * bool(wanted(node)) + _count(node.alternatives, wanted)
        for nodes in alternatives
        for node in nodes
    )
