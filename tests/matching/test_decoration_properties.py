"""However a known line is decorated, it is found, and its raw span covers it from its first to its last character."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from errkb_ls.matching import Document

from .conftest import MATCHER

LINES = {
    "t/module": ("ModuleNotFoundError: No module named 'requests'", {"module": "requests"}),
    "t/limit": ("torch._dynamo hit config.recompile_limit (8) at once", {"n": "8"}),
    "t/quoted": ('say "stop" now', {"word": "stop"}),
    "t/chinese": ("错误：找不到模块 「甲乙丙」", {"name": "甲乙丙"}),
    "t/tail": ("cannot open shared object libssl.so.3: nope", {"lib": "libssl.so.3:"}),
}
PREFIXES = [
    "", "2024-01-02T03:04:05.678901Z ", "[2024-01-02 03:04:05,678] ", "2024/01/02 03:04:05 ", "03:04:05 ", "[03:04:05] ",
    "Jan  2 03:04:05 host app[123]: ", "<34>1 2024-01-02T03:04:05Z ", "[  123.456789] ", "I0102 03:04:05.678901   12 file.go:34] ",
    "web-1  | ", "03:04:05 web.1   | ", "2024-01-02T03:04:05.678Z stdout F ", "##[error]", "2024-01-02T03:04:05.1Z ##[error]",
    "[ERROR] ", "ERROR: ", "error: ", "ERROR:root:", "E   ", "E       ", "npm ERR! ", "npm error ", "#12 0.512 ", "#12 ERROR: ",
    "0.512 ", "> ", "    ", "\t", "[rank0]: ", "[1,0]<stderr>:", "remote: ", "      │ ", "[2024-01-02 03:04:05 +0000] [12] [ERROR] ",
    "W1201 03:04:05.123000 1234 torch/_dynamo/convert_frame.py:906] [0/8] ", "2024-01-02 03:04:05.678 | ERROR    | mod:fun:12 - ",
    "::error file=a.py,line=1::", "(RayWorker pid=123, ip=10.0.0.1) ", "stderr: ", "[build] ", "2024-01-02 03:04:05 [error] ", "57.44 ERROR: ", "2026-03-15T15:15:55.796Z [err] npm ERR! ",
    "[2022-12-22 03:54:03,390] torch._dynamo.convert_frame: [WARNING] ",
]  # fmt: skip
ESCAPES = [
    "\x1b[31m",
    "\x1b[0m",
    "\x1b[1;38;5;196m",
    "\x1b[K",
    "\x1b[m\x1b[K",
    "\x1b]8;;https://x.y\x1b\\",
    "\x1b]133;C\x07",
    "\x1b(B",
    "x\x08",
]
ENDS = ["", "\r", "\x1b[0m", "\x1b[K\r"]


def decorate(line: str, escapes: list[tuple[int, str]]) -> str:
    """The line with each escape put in at its place (an offset modulo the length)."""
    decorated = line
    for at, escape in sorted(((at % (len(line) + 1), escape) for at, escape in escapes), reverse=True):
        decorated = decorated[:at] + escape + decorated[at:]
    return decorated


def findings(text: str, **options: object) -> list:
    document = Document(text, **options)
    list(document.rescan(MATCHER))
    return document.findings


known = st.sampled_from(sorted(LINES))
escape_places = st.lists(st.tuples(st.integers(0, 200), st.sampled_from(ESCAPES)), max_size=6, unique_by=lambda pair: pair[0])


@settings(deadline=None, max_examples=400)
@given(entry_id=known, prefix=st.sampled_from(PREFIXES), escapes=escape_places, end=st.sampled_from(ENDS), lf_only=st.booleans())
def test_prefixes_and_escapes(entry_id: str, prefix: str, escapes: list, end: str, lf_only: bool) -> None:
    """Prefixes, colours, links, marks and backspaces do not hide a line, and its row is right."""
    line, captures = LINES[entry_id]
    raw = prefix + decorate(line, escapes)
    found = findings(f"before\n{raw}{end}\nafter\n", lf_only=lf_only)
    assert [(f.entry.id, f.captures, f.span.row) for f in found] == [(entry_id, captures, 1)]
    span = found[0].span
    assert raw[span.column : span.end_column] == found[0].text
    assert found[0].text[0] in line
    assert span.column >= len(prefix)


@settings(deadline=None, max_examples=200)
@given(entry_id=known, prefix=st.sampled_from(PREFIXES), width=st.integers(40, 100), told=st.booleans(), before=st.integers(0, 3))
@example(entry_id="t/module", prefix="", width=40, told=False, before=1)
def test_wrapped_at_a_width(entry_id: str, prefix: str, width: int, told: bool, before: int) -> None:
    """A line that a terminal broke at its width is found, whether or not the width is known, and its span covers its rows."""
    line, captures = LINES[entry_id]
    raw = prefix + line
    rows = [raw[i : i + width] for i in range(0, len(raw), width)]
    if entry_id == "t/chinese":
        rows = [raw]  # characters of two columns: see test_wrapping.py
    found = findings("\n".join(["short"] * before + rows + ["$ ", "", ""]), width=width if told else None)
    assert [f.entry.id for f in found] == [entry_id]
    assert found[0].text.replace("\n", "") in raw
    # Without a known width, a row that says enough is taken at its word: its last word may be the first half of one.
    broken_tail = entry_id == "t/tail" and not told
    assert found[0].captures == captures or (broken_tail and captures["lib"].startswith(found[0].captures["lib"]))
    assert found[0].span.row >= before


@settings(deadline=None, max_examples=200)
@given(
    entry_id=known,
    outer=st.sampled_from(["", "web-1  | ", "2024-01-02T03:04:05Z "]),
    inner=st.sampled_from(PREFIXES),
    key=st.sampled_from(["log", "message", "msg", "error"]),
    ascii_only=st.booleans(),
    color=st.booleans(),
)
def test_json_envelopes(entry_id: str, outer: str, inner: str, key: str, ascii_only: bool, color: bool) -> None:
    """The message inside a JSON log line is found, and its raw span lies inside the string."""
    line, captures = LINES[entry_id]
    message = f"\x1b[31m{inner}{line}\x1b[0m\n" if color else f"{inner}{line}\n"
    raw = outer + json.dumps({"stream": "stderr", key: message, "time": "2024-01-02T03:04:05Z"}, ensure_ascii=ascii_only)
    found = findings(f"ok\n{raw}\nok")
    assert [(f.entry.id, f.captures, f.span.row) for f in found] == [(entry_id, captures, 1)]
    assert json.loads(f'"{found[0].text}"').replace("\x1b[0m", "") in message.replace("\x1b[0m", "")


@settings(deadline=None, max_examples=200)
@given(
    entry_id=known,
    pieces=st.lists(st.sampled_from(["10%", "50% |####|", "", "done"]), max_size=4),
    redraw=st.sampled_from(["\r", "\x1b[2K\x1b[1G", "\r\x1b[K"]),
)
def test_progress_bars(entry_id: str, pieces: list[str], redraw: str) -> None:
    """A line drawn over a progress bar is found; in an editor that keeps a lone carriage return inside a row, too."""
    line, captures = LINES[entry_id]
    found = findings("".join(piece + redraw for piece in pieces) + line + "\n", lf_only=True)
    assert [(f.entry.id, f.captures, f.span.row) for f in found] == [(entry_id, captures, 0)]
    assert found[0].text in line


@settings(deadline=None, max_examples=200)
@given(
    entry_id=known.filter(lambda entry_id: entry_id not in ("t/chinese", "t/tail", "t/quoted")),
    prefix=st.sampled_from([prefix for prefix in PREFIXES if prefix.strip()]),
    width=st.integers(40, 60),
    colour=st.booleans(),
    end=st.sampled_from(["", "\r"]),
)
def test_wrapped_and_then_prefixed(entry_id: str, prefix: str, width: int, colour: bool, end: str) -> None:
    """A line that was broken before a container or a CI put its prefix before each row is put together without the prefixes."""
    line, captures = LINES[entry_id]
    line = f"{line} and some more words that nobody needs"
    mark = f"\x1b[36m{prefix}\x1b[0m" if colour else prefix
    rows = [mark + line[i : i + width] + end for i in range(0, len(line), width)]
    found = findings("\n".join(["ok" + end, *rows, mark + "ok"]))
    assert [(f.entry.id, f.captures, f.span.row) for f in found] == [(entry_id, captures, 1)]
