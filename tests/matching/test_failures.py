"""Findings counted to failures."""

from __future__ import annotations

from errkb_ls.knowledge import Entry
from errkb_ls.matching import Finding, Span, Tally
from errkb_ls.matching.failures import MAX_FAILURES


def test_a_bound_on_what_is_told_apart() -> None:
    """A log that names something else on every line does not need memory for each; nothing goes uncounted, and other entries are seen."""
    noisy, late = Entry(id="t/noisy", signature="x", regex="x"), Entry(id="t/late", signature="y", regex="y")
    count = MAX_FAILURES + 500
    tally = Tally()
    tally.add(Finding(noisy, 0, Span(row, 0, row, 1), "x", {"n": str(row)}) for row in range(count))
    tally.add([Finding(late, 0, Span(count, 0, count, 1), "y", {})])
    failures = tally.failures()
    assert len(failures) == MAX_FAILURES + 1
    assert sum(failure.count for failure in failures) == count + 1
    assert (failures[0].count, failures[-1].finding.entry.id) == (501, "t/late")
