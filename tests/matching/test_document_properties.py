"""A document that is edited is the text a plain string would be, and knows what a full scan would find."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from errkb_ls.matching import Document, find_in_blocks

from .conftest import ENTRIES, MATCHER

FRAGMENTS = [
    *(entry.signature for entry in ENTRIES),
    *(entry.signature[: len(entry.signature) // 2] for entry in ENTRIES),
    *(entry.signature[len(entry.signature) // 2 :] for entry in ENTRIES),
    "out of memory", "\n", "\r\n", "\r", "\n\n", "\f", "\x0b", "\x1c", "\u2028", "\x85", "\x00", "é", "中文", "😀",
    "\x1b[31m", "\x1b[0m", "\x1b]8;;http://x\x07", "\x08", "\x1b[2K", "\x1b[5C", "2024-01-02T03:04:05Z ", "E   ", "web-1  | ",
    '{"log":"', '\\n","stream":"stderr"}', '\\"', "ordinary words", " ", "x" * 45,
]  # fmt: skip

texts = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)
edits = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 60), st.integers(0, 30), st.integers(0, 60), texts), max_size=6)


def model_rows(text: str, lf_only: bool) -> list[str]:
    """Rows as the protocol defines them, the plain way."""
    return re.split("\n" if lf_only else "\r\n|\n|\r", text)


def model_offset(text: str, lf_only: bool, row: int, column: int) -> int:
    """Where a place is in a plain string; beyond the text means its end."""
    rows = [match.span() for match in re.finditer(r"[^\n]*" if lf_only else r"[^\r\n]*", text)]
    starts = [0, *(match.end() for match in re.finditer("\n" if lf_only else "\r\n|\n|\r", text))]
    if row >= len(starts):
        return len(text)
    end = next(end for start, end in rows if start == starts[row])
    return min(starts[row] + column, end)


def told(findings: list) -> list:
    return [(f.entry.id, f.wording, f.span, f.text, f.captures, f.also) for f in findings]


@settings(deadline=None, max_examples=300)
@given(text=texts, changes=edits, lf_only=st.booleans(), scanned=st.lists(st.booleans(), min_size=6, max_size=6))
def test_edits_agree_with_a_string_and_a_full_scan(text: str, changes: list, lf_only: bool, scanned: list[bool]) -> None:
    """After any edits the text, its rows and its findings are those of a document opened with the resulting text."""
    document = Document(text, lf_only=lf_only)
    for (row, column, end_row, end_column, new), scan in zip(changes, scanned, strict=False):
        (row, column), (end_row, end_column) = sorted([(row, column), (end_row, end_column)])
        start, end = (model_offset(text, lf_only, r, c) for r, c in ((row, column), (end_row, end_column)))
        document.edit((row, column), (end_row, end_column), new)
        text = text[:start] + new + text[end:]
        if scan:
            list(document.rescan(MATCHER))
    assert str(document.text) == text
    rows = model_rows(text, lf_only)
    assert [document.text[i] for i in range(len(document.text))] == rows
    list(document.rescan(MATCHER))
    fresh = Document(text, lf_only=lf_only)
    list(fresh.rescan(MATCHER))
    assert told(document.findings) == told(fresh.findings)
    assert document.failures() == fresh.failures()


@settings(deadline=None, max_examples=200)
@given(parts=st.lists(texts, max_size=8), sizes=st.lists(st.integers(1, 50), min_size=1, max_size=20))
def test_blocks_agree_with_a_document(parts: list[str], sizes: list[int]) -> None:
    """A file cut into blocks anywhere gives what the same text gives in a document with ``\\n`` rows."""
    text = "\n".join(parts)
    data, blocks, at = text.encode(), [], 0
    while at < len(data):
        size = sizes[len(blocks) % len(sizes)]
        blocks.append(data[at : at + size])
        at += size
    document = Document(text, lf_only=True)
    list(document.rescan(MATCHER))
    assert told(list(find_in_blocks(MATCHER, blocks))) == told(document.findings)


@settings(deadline=None, max_examples=100)
@given(blocks=st.lists(st.binary(max_size=60), max_size=20))
def test_any_bytes_are_survived(blocks: list[bytes]) -> None:
    """Whatever bytes come, rows and columns lie inside the text as it is decoded."""
    rows = b"".join(blocks).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n")
    for finding in find_in_blocks(MATCHER, blocks):
        assert rows[finding.span.row][finding.span.column :].startswith(finding.text.split("\n")[0])
