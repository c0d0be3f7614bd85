"""Cases of matching that properties do not reach: many rows, wide characters, conditions, ranking, repeats, roles, long rows."""

from __future__ import annotations

import time

import pytest

from errkb_ls.knowledge import Edge, Entry
from errkb_ls.knowledge.entry import Context, TransitionGraph
from errkb_ls.matching import Document, Span, find_in_blocks

from .conftest import MATCHER, matcher_of


def found(text: str, matcher=MATCHER, **options):
    document = Document(text, **options)
    list(document.rescan(matcher))
    return document.findings


def test_a_pattern_over_rows_behind_prefixes() -> None:
    """Each row may carry its prefix; the span runs from the first to the last row."""
    text = "web-1  | Traceback:\nweb-1  |   boom at 42\nweb-1  | bye"
    (finding,) = found(text)
    assert (finding.entry.id, finding.captures) == ("t/two-rows", {"line": "42"})
    assert finding.span == Span(0, 9, 1, 21)
    assert found("Traceback:\nsomething else\n  boom at 42") == []


def test_a_condition_on_rows_around() -> None:
    """``Killed`` alone is no finding; near the reason for it, it is."""
    assert found("Killed") == []
    assert [f.entry.id for f in found("kernel: out of memory\n\nKilled")] == ["t/killed"]
    assert found("out of memory\n1\n2\n3\nKilled") == []


def test_a_negated_condition() -> None:
    """The finding goes when the row that excuses it is there."""
    matcher = matcher_of(Entry(id="x", signature="boom", regex="^boom", context=[Context(regex="^retried", lines_after=1, negate=True)]))
    assert len(found("boom\nend", matcher)) == 1
    assert found("boom\nretried", matcher) == []


def test_wide_characters_fill_two_columns() -> None:
    """A line of Chinese that a terminal broke is put together, also where a wide character left the last column empty."""
    line = "x错误：找不到模块错误：找不到模块错误：找不到模块"
    entry = Entry(id="w", signature="错误", regex="找不到模块错误：(?P<rest>找不到模块)$")
    for width, cut in ((40, 20), (41, 21)):
        rows = [line[:cut], line[cut:]]
        (finding,) = found("\n".join(rows), matcher_of(entry), width=width)
        assert finding.span.row == 0
        assert finding.span.end_row == 1


def test_the_specific_hides_the_generic() -> None:
    """One place, one finding: the declared winner is shown, the other one is named."""
    (finding,) = found("ModuleNotFoundError: No module named 'yaml'")
    assert (finding.entry.id, finding.also) == ("t/yaml", ("t/module",))


def test_more_literal_wins_where_nothing_is_declared() -> None:
    """The longer, more literal pattern is the more specific one; findings side by side are both kept."""
    matcher = matcher_of(
        Entry(id="generic", signature="error: disk full", regex=r"error: \w+ \w+"),
        Entry(id="specific", signature="error: disk full", regex="error: disk full"),
        Entry(id="other", signature="bye", regex="bye$"),
    )
    assert [(f.entry.id, f.also) for f in found("error: disk full, bye", matcher)] == [("specific", ("generic",)), ("other", ())]


def test_repeats_are_counted_by_entry_and_captures() -> None:
    """The same failure is one failure however often it is printed; other captures make another one."""
    document = Document("".join(f"ModuleNotFoundError: No module named '{name}'\n" for name in "abaab"))
    list(document.rescan(MATCHER))
    assert [(f.finding.captures["module"], f.count, [s.row for s in f.spans]) for f in document.failures()] == [
        ("a", 3, [0, 2, 3]),
        ("b", 2, [1, 4]),
    ]


@pytest.mark.parametrize("declared_by", ["leads_to", "preceded_by"])
def test_roles(declared_by: str) -> None:
    """What follows from another failure points to it, when that one was printed first."""
    leads = TransitionGraph(leads_to=[Edge(error_id="b")]) if declared_by == "leads_to" else TransitionGraph()
    preceded = TransitionGraph(preceded_by=[Edge(error_id="a")]) if declared_by == "preceded_by" else TransitionGraph()
    matcher = matcher_of(
        Entry(id="a", signature="cause", regex="^cause", transition_graph=leads),
        Entry(id="b", signature="effect", regex="^effect", transition_graph=preceded),
    )
    document = Document("effect\ncause\neffect")
    list(document.rescan(matcher))
    assert [(f.finding.entry.id, f.role) for f in document.failures()] == [("b", None), ("a", None)]
    document = Document("cause\neffect")
    list(document.rescan(matcher))
    first, second = document.failures()
    assert (first.role, second.role, second.cause) == ("cause", "consequence", first.finding)


def test_long_rows_in_bounded_memory_and_time() -> None:
    """A row of many megabytes without a line end is taken apart, and what is in it is found where it is."""
    signature = "hit config.recompile_limit (8)"
    blocks = [b"x" * (1 << 20)] * 9 + [signature.encode(), b"\xe5\xad\x97" * 1000] + [b"y" * (1 << 20)] * 9 + [signature.encode()]
    started = time.monotonic()
    findings = list(find_in_blocks(MATCHER, blocks))
    assert [(f.span.row, f.span.column) for f in findings] == [(0, 9 << 20), (0, (9 << 20) + len(signature) + 1000 + (9 << 20))]
    assert time.monotonic() - started < 20


def test_an_append_does_not_touch_the_rest() -> None:
    """The cost of a line at the end does not grow with the document: it reads rows in reach only."""
    document = Document("ordinary line\n" * 100_000)
    list(document.rescan(MATCHER))
    read = []
    original = type(document.text).encoded
    document.text.encoded = lambda start, end: read.append(end - start) or original(document.text, start, end)
    document.edit((100_000, 0), (100_000, 0), "ModuleNotFoundError: No module named 'x'\n")
    list(document.rescan(MATCHER))
    assert [f.span.row for f in document.findings] == [100_000]
    assert sum(read) < 500


def test_an_edit_above_moves_what_is_below() -> None:
    """Findings keep their places when rows are put in or taken out far above them."""
    document = Document("\n" * 1000 + "ModuleNotFoundError: No module named 'x'")
    list(document.rescan(MATCHER))
    document.edit((0, 0), (0, 0), "new\nrows\n")
    assert [f.span.row for f in document.findings] == [1002]
    document.edit((0, 0), (500, 0), "")
    list(document.rescan(MATCHER))
    assert [f.span.row for f in document.findings] == [502]


def test_muted_signatures_stay_silent() -> None:
    """A muted entry is not found, and does not hide the generic one behind it."""
    from dataclasses import replace

    index = next(i for i, s in enumerate(MATCHER.signatures) if s.entry.id == "t/yaml")
    (finding,) = found("ModuleNotFoundError: No module named 'yaml'", replace(MATCHER, muted=frozenset({index})))
    assert (finding.entry.id, finding.also) == ("t/module", ())
