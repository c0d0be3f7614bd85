"""Evidence files: raw rows with marks."""

from __future__ import annotations

from errkb_ls.knowledge import Mark, parse_evidence


def test_marks_speak_of_the_next_line() -> None:
    """Directives are taken out, marks point at rows of what is left, captures are quoted as in a shell."""
    text = "#! source git 2.39.5, 2026-12-01\nok\n#! match a/b name='two words' n=1\n#! match a/c\n boom\r\nend\n"
    evidence, problems = parse_evidence(text, "x.txt")
    assert problems == []
    assert evidence.rows == ["ok", " boom\r", "end"]
    assert evidence.marks == [Mark(1, 3, "a/b", {"name": "two words", "n": "1"}), Mark(1, 4, "a/c", {})]
    assert evidence.sources == ["git 2.39.5, 2026-12-01"]


def test_only_directives_are_taken_out() -> None:
    """A shebang or a comment in a log is text."""
    evidence, problems = parse_evidence("#!/bin/sh\n# match x\n #! match y\n", "x.txt")
    assert (evidence.rows, problems) == (["#!/bin/sh", "# match x", " #! match y"], [])


def test_bad_directives() -> None:
    """Each one is a problem with its line, and the rest is read."""
    evidence, problems = parse_evidence("#! nonsense x\n#! match\n#! match a 'open\n#! match a b\nrow\n#! match a/b", "x.txt")
    assert [p.pointer for p in problems] == ["line 1", "line 2", "line 3", "line 4", "line 6"]
    assert [p.code for p in problems] == ["bad-directive"] * 4 + ["mark-without-line"]
    assert evidence.rows == ["row"]
