"""What must hold for entries when they are matched: their own patterns, the evidence beside them, and silence on ordinary logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import msgspec

from errkb_ls.knowledge import Entry, Evidence, Knowledge, Mark, Problem
from errkb_ls.knowledge.entry import Edge
from errkb_ls.matching.ambiguity import growth
from errkb_ls.matching.database import compiled_size, refusal
from errkb_ls.matching.document import find_in_rows
from errkb_ls.matching.finding import Finding
from errkb_ls.matching.forms import FORMS, Form
from errkb_ls.matching.matcher import Matcher, candidates
from errkb_ls.matching.pattern import shape_of
from errkb_ls.matching.stream import find_in_blocks

#: With fewer literal characters a pattern says too little to be about one failure, and has too many rows looked at.
MIN_LITERALS: Final = 8
#: What one pattern may take, compiled by itself. Ours take 1 to 13 kB.
MAX_BYTES: Final = 50_000
#: One pattern may have one of so many rows of an ordinary log looked at: each costs a hundred times what the others do.
ROWS_FOR_ONE_LOOK: Final = 1000


def check_signatures(entry: Entry, path: str, matcher: Matcher) -> Iterator[Problem]:
    """Each wording's pattern matches its own text. Conditions on rows around are a matter of the evidence."""
    bare = [replace(s, entry=_unconditional(s.entry)) if s.entry.context and s.entry.id == entry.id else s for s in matcher.signatures]
    own = replace(matcher, signatures=bare)
    for index, wording in enumerate(entry.wordings):
        found = find_in_rows(own, [wording.signature])
        if not any(finding.entry.id == entry.id or entry.id in finding.also for finding in found):
            message = f"The pattern does not match its own text {wording.signature[:60]!r}."
            remedy = "Correct the pattern, or write the text as it is printed."
            yield Problem("signature-mismatch", path, message, remedy, _pointer(index))


def check_cost(entry: Entry, path: str) -> Iterator[Problem]:
    """Each pattern keeps to its budget: it matches in few ways, names enough of the message, and is small when it is compiled."""
    for index, wording in enumerate(entry.wordings):
        if not wording.regex or refusal(wording.regex):
            continue
        if kind := growth(wording.regex):
            message = f"The number of ways in which the pattern can match one text is {kind} in its length."
            remedy = "Anchor it with ^, and let no two repeats that follow each other take the same characters."
            yield Problem("ambiguous-regex", path, message, remedy, _pointer(index))
        literals = shape_of(wording.regex).literals
        if literals < MIN_LITERALS:
            message = f"The pattern has {literals} literal characters."
            yield Problem("vague-regex", path, message, f"Take in more of the message: at least {MIN_LITERALS}.", _pointer(index))
        if (size := compiled_size(wording.regex)) > MAX_BYTES:
            message = f"The compiled pattern takes {size:,} bytes."
            remedy = f"Write it simpler, with + in place of {{1,200}}: at most {MAX_BYTES:,}."
            yield Problem("large-regex", path, message, remedy, _pointer(index))


def check_evidence(evidence: Evidence, matcher: Matcher) -> Iterator[Problem]:
    """Every mark gives exactly its finding, and every row without one is silent for the whole knowledge base, in every form of the text."""
    told = set[Problem]()
    for name, form in FORMS.items():
        for problem in _held(evidence, form(evidence.rows), matcher):
            if problem not in told:
                told.add(problem)
                yield problem if name == "plain" else replace(problem, message=f"{problem.message} (The text is {name}.)")


def check_neighbours(entry: Entry, evidence: Evidence, matcher: Matcher, knowledge: Knowledge) -> Iterator[Problem]:
    """In an entry's evidence only its declared neighbours fire, and where two fit one place, an edge says which is shown."""
    near = {edge.error_id for edge in _edges(entry)}
    for mark in evidence.marks:
        other = mark.entry_id
        if other != entry.id and other not in near and not (other in knowledge and _leads_to(knowledge[other], entry.id)):
            message = f"{other} fires on the evidence of {entry.id}, and neither names the other."
            remedy = "Narrow its pattern; or, if it is right, add an edge, with a distinction where they are confused."
            yield Problem("cross-fire", evidence.path, message, remedy, f"line {mark.line}")
    for finding in find_in_rows(matcher, evidence.rows):
        confused = finding.entry.transition_graph.frequently_confused_with
        for other in finding.also:
            if not any(edge.error_id == other and edge.wins for edge in confused):
                message = f"{finding.entry.id} and {other} both fit this line, and no edge says which one is shown."
                remedy = f'Narrow one; or have {finding.entry.id} name {other} in frequently_confused_with with "wins": true.'
                yield Problem("no-winner", evidence.path, message, remedy, f"line {evidence.lines[finding.span.row]}")


def check_silence(path: str, data: bytes, matcher: Matcher) -> Iterator[Problem]:
    """Nothing is said about an ordinary log, and no pattern has many of its rows looked at.

    :param data: the log, in UTF-8 as well as may be
    """
    for finding in find_in_blocks(matcher, [data]):
        message = f"{finding.entry.id} fires on an ordinary line: {finding.text[:80]!r}."
        yield Problem("not-silent", path, message, "Narrow its pattern.", f"line {finding.span.row + 1}")
    rows = data.count(b"\n") + 1
    looked_at = Counter(index for _, _, index in candidates(matcher, data.decode("utf-8", "replace").encode()))
    for index, count in looked_at.items():
        if rows >= ROWS_FOR_ONE_LOOK and count * ROWS_FOR_ONE_LOOK > rows:
            signature = matcher.signatures[index]
            message = f"{signature.entry.id} has {count:,} of {rows:,} ordinary lines looked at."
            remedy = f"Let {signature.regex!r} begin with more of the message's own words."
            yield Problem("costly-regex", path, message, remedy, _pointer(signature.wording))


def _held(evidence: Evidence, form: Form, matcher: Matcher) -> Iterator[Problem]:
    found = find_in_rows(matcher, form.rows, form.width)
    wanted = {(mark.row, mark.entry_id): mark for mark in evidence.marks}
    for finding in found:
        row = form.origin[finding.span.row]
        mark = wanted.pop((row, finding.entry.id), None)
        if mark is None:
            message = f"{finding.entry.id} fires on a row that is not marked for it: {evidence.rows[row][:80]!r}."
            remedy = "Narrow its pattern, or mark the row if it is right."
            yield Problem("unmarked-finding", evidence.path, message, remedy, f"line {evidence.lines[row]}")
        elif mark.captures != finding.captures:
            message = f"The captures of {mark.entry_id} are {finding.captures}, not {mark.captures}."
            yield Problem("wrong-captures", evidence.path, message, "Correct the mark or the pattern.", f"line {mark.line}")
    for mark in wanted.values():
        yield _missed(mark, evidence, form, found)


def _missed(mark: Mark, evidence: Evidence, form: Form, found: list[Finding]) -> Problem:
    rival = next((f.entry.id for f in found if form.origin[f.span.row] == mark.row and mark.entry_id in f.also), None)
    message = f"{mark.entry_id} does not match the row below" + (f": {rival} outranks it." if rival else ".")
    return Problem("missed", evidence.path, message, "Correct the pattern or the mark.", f"line {mark.line}")


def _edges(entry: Entry) -> Iterable[Edge]:
    graph = entry.transition_graph
    return (*graph.leads_to, *graph.preceded_by, *graph.frequently_confused_with)


def _leads_to(entry: Entry, other: str) -> bool:
    return any(edge.error_id == other for edge in _edges(entry))


def _pointer(wording: int) -> str:
    return "$.regex" if wording == 0 else f"$.variants[{wording - 1}].regex"


def _unconditional(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, context=[])
