"""Findings to failures: repeats counted together, and who caused whom.

A repeat is the same entry with the same captures. A failure follows from another one when the knowledge has an edge between the two
(``leads_to``, ``preceded_by``) and the other one was printed first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from errkb_ls.knowledge import Entry
from errkb_ls.matching.finding import Failure, Finding, Span

#: How many places of one failure are kept; beyond, they are counted only.
MAX_SPANS: Final = 200
#: How many failures are told apart by what was captured; beyond, each counts as a repeat of the first one of its entry. A log of
#: gigabytes may name something else on every line.
MAX_FAILURES: Final = 10_000

_Key = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(slots=True)
class _Repeats:
    finding: Finding
    spans: list[Span] = field(default_factory=list)
    count: int = 0


@dataclass(slots=True)
class Tally:
    """Failures of a text that is still being read: :meth:`add` costs the same however much came before, and memory is bounded."""

    _repeats: dict[_Key, _Repeats] = field(default_factory=dict)
    _first: dict[str, _Key] = field(default_factory=dict)

    def add(self, findings: Iterable[Finding]) -> None:
        """Count more findings, which come after all earlier ones in the text."""
        for finding in findings:
            key = finding.entry.id, tuple(sorted(finding.captures.items()))
            first = self._first.setdefault(finding.entry.id, key)
            if len(self._repeats) >= MAX_FAILURES and key not in self._repeats:
                key = first
            repeats = self._repeats.setdefault(key, _Repeats(finding))
            repeats.count += 1
            if len(repeats.spans) < MAX_SPANS:
                repeats.spans.append(finding.span)

    def failures(self) -> list[Failure]:
        """What went wrong so far, in order of the first occurrence."""
        failures = [Failure(r.finding, tuple(r.spans), r.count) for r in self._repeats.values()]
        return list(_with_roles(failures))


def failures_of(findings: Iterable[Finding]) -> list[Failure]:
    """What went wrong, of findings in order."""
    tally = Tally()
    tally.add(findings)
    return tally.failures()


def _with_roles(failures: list[Failure]) -> Iterator[Failure]:
    first = {failure.finding.entry.id: failure.finding for failure in reversed(failures)}
    cause_of = {entry_id: _cause(finding, first) for entry_id, finding in first.items()}
    causes = {finding.entry.id for finding in cause_of.values() if finding}
    for failure in failures:
        entry_id = failure.finding.entry.id
        if cause := cause_of[entry_id]:
            yield replace(failure, role="consequence", cause=cause)
        else:
            yield replace(failure, role="cause" if entry_id in causes else None)


def _cause(finding: Finding, first: dict[str, Finding]) -> Finding | None:
    """The earliest finding that leads to this one."""
    earlier = [other for other in first.values() if other.span < finding.span and _leads_to(other.entry, finding.entry)]
    return min(earlier, key=lambda other: other.span, default=None)


def _leads_to(entry: Entry, other: Entry) -> bool:
    return any(edge.error_id == other.id for edge in entry.transition_graph.leads_to) or any(
        edge.error_id == entry.id for edge in other.transition_graph.preceded_by
    )
