"""One-line messages, severities, languages, addresses, objects and reports."""

from __future__ import annotations

import pytest

from errkb_ls.knowledge import Entry, Knowledge
from errkb_ls.matching import Failure, Finding, Span
from errkb_ls.rendering import choose_language, failure_object, in_order, message, report, severity
from errkb_ls.rendering.filling import fill, plain
from errkb_ls.rendering.markdown import escape, safe_url

from .conftest import made_up


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        ("It broke. Then it stayed broken.", "It broke"),
        ("Version 2.0 of `it` broke. Then", "Version 2.0 of it broke"),
        ("A {name} broke.", "A thing broke"),
        ("A tool, e.g. `pip`, broke. pip is broken.", "A tool, e.g. pip, broke"),
        (None, "the signature"),
        ("x" * 200, "x" * 119 + "…"),
        ("The first part of this is long enough to be told alone, and the second part, which nobody needs, goes on and on and on and on", "The first part of this is long enough to be told alone, and the second part, which nobody needs…"),
    ],
)  # fmt: skip
def test_message(cause: str | None, said: str) -> None:
    """The first sentence of the cause, filled in, without Markdown and period; cut at a clause; the signature where there is no cause."""
    assert message(made_up(Entry(id="a", signature="the signature", regex="(?P<name>x)", root_cause=cause), name="thing"), "en") == said


def test_chinese_message() -> None:
    """Chinese sentences end in their own way; what is not Chinese is no translation."""
    entry = Entry(id="a", signature="s", root_cause="It broke. More.", root_cause_zh="坏了。还是坏的。")
    assert message(made_up(entry), "zh") == "坏了"
    assert message(made_up(Entry(id="a", signature="s", root_cause_zh="它说“坏了。”然后停止。更多。")), "zh") == "它说“坏了。”然后停止"
    assert message(made_up(Entry(id="a", signature="s", root_cause="It broke. More.", root_cause_zh="English")), "zh") == "It broke"


def test_only_named_groups_are_places() -> None:
    """Braces of shells and JSON are text; a group that took no part leaves its name."""
    entry = Entry(id="a", signature="s", regex="(?P<one>x)|(?P<two>y)")
    text = "{one} {two} {three} ${one} {} {\"a\": 1} awk '{print $1}'"
    assert fill(text, made_up(entry, one="1"), plain) == "1 <two> {three} ${one} {} {\"a\": 1} awk '{print $1}'"


@pytest.mark.parametrize(
    ("overrides", "role", "repeat", "expected"),
    [
        ({}, None, False, "warning"),
        ({}, "cause", False, "warning"),
        ({}, "consequence", False, "information"),
        ({}, "cause", True, "hint"),
        ({"cause": "error"}, None, False, "error"),
        ({"repeat": "off"}, None, True, None),
        ({"t/x": "error"}, "consequence", False, "error"),
        ({"t/x": "error"}, None, True, "hint"),
        ({"t/x": "off"}, None, True, None),
        ({"t/*": "hint", "t/x": "error"}, None, False, "error"),
        ({"t/*": "hint"}, None, False, "hint"),
        ({"u/*": "hint"}, None, False, "warning"),
    ],
)
def test_severity(overrides: dict[str, str], role, repeat: bool, expected: str | None) -> None:
    """By role, unless the settings say otherwise: the id counts most, then a glob, then the role."""
    failure = Failure(made_up(Entry(id="t/x", signature="s")), (), 1, role)
    assert severity(failure, overrides, repeat=repeat) == expected


@pytest.mark.parametrize(
    ("preferences", "language"),
    [
        ((), "en"),
        (("auto", None, ""), "en"),
        (("zh-cn",), "zh"),
        (("auto", "zh_CN.UTF-8"), "zh"),
        (("en", "zh"), "en"),
        (("de", "zh"), "en"),
    ],
)
def test_choose_language(preferences: tuple, language: str) -> None:
    """The first preference that says anything."""
    assert choose_language(*preferences) == language


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://a.b/c?d=e#f", "https://a.b/c?d=e#f"),
        ("https://a.b/c) [x](y", "https://a.b/c%29%20%5Bx%5D%28y"),
        ("http://a.b/\nx", "http://a.b/%20x"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("command:x", None),
        ("https://", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_safe_url(url: str | None, safe: str | None) -> None:
    """Only http and https, and nothing in it ends a Markdown link early."""
    assert safe_url(url) == safe


def failure(entry_id: str, row: int, role=None, cause: Finding | None = None) -> Failure:
    finding = Finding(Entry(id=entry_id, signature="s", root_cause=f"Cause of {entry_id}."), 0, Span(row, 4, row, 9), "\x1b[31mboom")
    return Failure(finding, (finding.span, Span(row + 7, 0, row + 8, 5)), 2, role, cause)


def test_object() -> None:
    """Lines and columns are 1-based, ends exclusive."""
    one = failure_object("x.log", failure("a", 2), "warning", "en")
    assert (one["line"], one["column"], one["end_line"], one["end_column"]) == (3, 5, 3, 10)
    assert one["occurrences"][1] == {"line": 10, "column": 1, "end_line": 11, "end_column": 6}
    assert (one["count"], one["entry"], one["message"]) == (2, "a", "Cause of a")


def test_report() -> None:
    """Causes come first, consequences last and point to their cause; a card is told once."""
    cause = failure("cause", 9, "cause")
    failures = [failure("follows", 3, "consequence", cause.finding), failure("alone", 5), cause, failure("alone", 6)]
    assert [f.finding.entry.id for f in in_order(failures)] == ["cause", "alone", "alone", "follows"]
    told = list(report("x.log", failures, Knowledge(), "en"))
    assert told[0].startswith("x.log:10:5: Cause of cause\n  boom\n")
    assert "2 times, last on line 17" in told[0]
    assert "alone: see above" in told[2]
    assert "follows from line 10: cause" in told[3]
    assert "\x1b" not in "".join(told)


def test_report_of_very_many() -> None:
    """Beyond the places that are kept, the last one is not known and not told."""
    one = failure("a", 2)
    (told,) = report("x.log", [Failure(one.finding, one.spans, 1000)], Knowledge(), "en")
    assert "  1000 times\n" in told


def test_markdown_is_escaped_only_where_it_would_mean_something() -> None:
    """Neovim shows backslashes; names of code are full of underscores."""
    for text in ("a_b", "#include <x", "12", "1.5 GB", "3 - 4", "-x"):
        assert escape(text).replace("\\<", "<") == text
    assert [escape(t) for t in ("__init__", "1. a", "- x", "# x", "> x")] == ["\\_\\_init\\_\\_", "1\\. a", "\\- x", "\\# x", "\\> x"]
