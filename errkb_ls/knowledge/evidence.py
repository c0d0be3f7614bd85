"""Evidence files: what a real tool really printed, with marks on the lines that are findings.

A directive is a whole line that starts with ``#! ``; everything else is the raw text, as it was::

    #! source git 2.39.5, 2026-12-01
    #! match git/push-rejected branch=main
     ! [rejected]        main -> main (fetch first)

``match`` marks the next line: it gives exactly this finding with these captures. Several marks may stand above one line.
Every unmarked line must stay silent for the whole knowledge base.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

from errkb_ls.knowledge.problem import Problem


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding that is expected.

    :param row: 0-based row in :attr:`Evidence.rows`
    :param line: 1-based line of the directive in the file
    """

    row: int
    line: int
    entry_id: str
    captures: dict[str, str]


@dataclass(frozen=True, slots=True)
class Evidence:
    """An evidence file, parsed: the raw rows without directives, the marks, and where the text comes from.

    :param lines: 1-based line in the file of each row
    """

    path: str
    rows: list[str]
    lines: list[int] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)


def parse_evidence(text: str, path: str) -> tuple[Evidence, list[Problem]]:
    """Parse the text of an evidence file.

    :param text: the file, decoded; only ``\\n`` ends a line
    :param path: for problems
    :return: the evidence, and a problem for each directive that could not be read
    """
    evidence = Evidence(path, [])
    problems: list[Problem] = []
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        if not line.startswith("#! "):
            evidence.rows.append(line)
            evidence.lines.append(number)
            continue
        kind, _, rest = line[3:].rstrip("\r").partition(" ")
        if kind == "source":
            evidence.sources.append(rest)
        elif kind == "match" and (mark := _mark(rest, len(evidence.rows), number)):
            evidence.marks.append(mark)
        else:
            problems.append(
                Problem(
                    "bad-directive",
                    path,
                    f"{line[:60]!r} is no directive.",
                    "Write '#! source …' or '#! match ID name=value …'.",
                    f"line {number}",
                )
            )
    problems += [
        Problem("mark-without-line", path, "The mark has no line below it.", "Put it above the line it speaks of.", f"line {mark.line}")
        for mark in evidence.marks
        if mark.row >= len(evidence.rows)
    ]
    return evidence, problems


def write_evidence(evidence: Evidence) -> str:
    """The text of an evidence file: what :func:`parse_evidence` reads. ``line`` of the marks does not matter."""
    above: dict[int, list[str]] = {}
    for mark in evidence.marks:
        captures = "".join(f" {name}={shlex.quote(value)}" for name, value in mark.captures.items())
        above.setdefault(mark.row, []).append(f"#! match {mark.entry_id}{captures}")
    rows = [line for number, row in enumerate(evidence.rows) for line in (*above.get(number, ()), row)]
    return "\n".join([*(f"#! source {source}" for source in evidence.sources), *rows, ""])


def _mark(rest: str, row: int, number: int) -> Mark | None:
    try:
        words = shlex.split(rest)
    except ValueError:
        return None
    pairs = [word.partition("=") for word in words[1:]]
    if not words or not all(equals for _, equals, _ in pairs):
        return None
    return Mark(row, number, words[0], {name: value for name, _, value in pairs})
