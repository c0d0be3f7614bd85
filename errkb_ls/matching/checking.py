"""What must hold for an entry when it is matched: its own signatures, and the evidence beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from errkb_ls.knowledge import Entry, Evidence, Mark, Problem
from errkb_ls.matching.document import Document
from errkb_ls.matching.finding import Finding
from errkb_ls.matching.matcher import Matcher


def check_signatures(entry: Entry, path: str, matcher: Matcher) -> Iterator[Problem]:
    """Each wording's pattern matches its own text. Conditions on rows around are a matter of the evidence."""
    bare = [replace(s, entry=_unconditional(s.entry)) if s.entry.context and s.entry.id == entry.id else s for s in matcher.signatures]
    own = replace(matcher, signatures=bare)
    for index, wording in enumerate(entry.wordings):
        found = _find(own, wording.signature)
        if not any(finding.entry.id == entry.id or entry.id in finding.also for finding in found):
            pointer = "$.regex" if index == 0 else f"$.variants[{index - 1}].regex"
            message = f"The pattern does not match its own text {wording.signature[:60]!r}."
            yield Problem("signature-mismatch", path, message, "Correct the pattern, or write the text as it is printed.", pointer)


def check_evidence(evidence: Evidence, matcher: Matcher) -> Iterator[Problem]:
    """Every mark gives exactly its finding, and every row without one is silent for the whole knowledge base."""
    found = _find(matcher, "\n".join(evidence.rows))
    wanted = {(mark.row, mark.entry_id): mark for mark in evidence.marks}
    for finding in found:
        mark = wanted.pop((finding.span.row, finding.entry.id), None)
        line = f"line {evidence.lines[finding.span.row]}"
        if mark is None:
            message = f"{finding.entry.id} fires on a row that is not marked for it: {evidence.rows[finding.span.row][:80]!r}."
            yield Problem("unmarked-finding", evidence.path, message, "Narrow its pattern, or mark the row if it is right.", line)
        elif mark.captures != finding.captures:
            message = f"The captures of {mark.entry_id} are {finding.captures}, not {mark.captures}."
            yield Problem("wrong-captures", evidence.path, message, "Correct the mark or the pattern.", f"line {mark.line}")
    for mark in wanted.values():
        yield _missed(mark, evidence, found)


def _missed(mark: Mark, evidence: Evidence, found: list[Finding]) -> Problem:
    rival = next((f.entry.id for f in found if f.span.row == mark.row and mark.entry_id in f.also), None)
    message = f"{mark.entry_id} does not match the row below" + (f": {rival} outranks it." if rival else ".")
    return Problem("missed", evidence.path, message, "Correct the pattern or the mark.", f"line {mark.line}")


def _find(matcher: Matcher, text: str) -> list[Finding]:
    document = Document(text, lf_only=True)
    for _ in document.rescan(matcher):
        pass
    return document.findings


def _unconditional(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, context=[])
