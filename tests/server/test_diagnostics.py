"""Diagnostics: what, where, how loud, and in which units."""

from __future__ import annotations

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE

WARNING, INFORMATION, HINT = (types.DiagnosticSeverity.Warning, types.DiagnosticSeverity.Information, types.DiagnosticSeverity.Hint)
MODULE = "ModuleNotFoundError: No module named 'shop'"


async def test_a_known_failure_is_told(start) -> None:
    """The seeds' own lines give a warning each, on the matched words, with the cause as one short line."""
    editor = await start()
    uri = editor.open(f"epoch 1\n{SEED}. Consider using dynamic=True\n\nx {TRACE}\n")
    first, second = await editor.told(uri)
    assert (first.code, second.code) == ("pytorch/compile-recompilation-limit", "pytorch/torchscript-recursive-trace")
    assert first.range == types.Range(types.Position(1, 0), types.Position(1, SEED.index(" 'forward'")))
    assert second.range.start == types.Position(3, 2 + len("RuntimeError: "))
    for diagnostic in (first, second):
        assert diagnostic.severity == WARNING
        assert diagnostic.source == "errkb"
        assert "\n" not in diagnostic.message
        assert len(diagnostic.message) <= 120


async def test_ordinary_text_is_silent(start) -> None:
    """A log without a known failure gets no diagnostics at all, not even an empty list."""
    editor = await start()
    uri = editor.open("all is well\n" * 100)
    editor.change(uri, 2, (100, 0, 100, 0, f"{SEED}\n"))
    await editor.told(uri, 2)
    assert [p.version for p in editor.publications] == [2]


@pytest.mark.parametrize("before", ["", "错误 😀 ", "\x1b[31m字\x1b[0m", "\u2028😀 ", "a\fb\x85 "])
async def test_ranges_are_in_the_units_of_the_client(start, before: str) -> None:
    """Right after Chinese, emoji, escapes and odd separators, the range covers just the matched text as the client counts."""
    editor = await start()
    uri = editor.open(f"first\n{before}{TRACE}\n")
    (diagnostic,) = await editor.told(uri)
    encoding = editor.answer.capabilities.position_encoding
    codec, size = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}[encoding or "utf-16"]
    row = f"{before}{TRACE}".encode(codec)
    start_, end = diagnostic.range.start, diagnostic.range.end
    assert (start_.line, end.line) == (1, 1)
    assert row[start_.character * size : end.character * size].decode(codec) == TRACE.removeprefix("RuntimeError: ")


async def test_a_lone_carriage_return_ends_a_line_where_the_client_says_so(start, client_name: str) -> None:
    """Neovim keeps it inside the line, Visual Studio Code ends the line there."""
    editor = await start()
    uri = editor.open(f"10%\r50%\r{TRACE}\r\nend\n")
    (diagnostic,) = await editor.told(uri)
    assert diagnostic.range.start.line == (0 if client_name == "neovim" else 2)


async def test_wrapped_and_coloured(start) -> None:
    """A line that a terminal broke at its width is one diagnostic over its rows."""
    editor = await start()
    rows = [SEED[i : i + 60] for i in range(0, len(SEED), 60)]
    uri = editor.open("\x1b[1m$ python train.py\x1b[0m\n" + "\n".join(rows) + "\n$ \n\n\n", "term:///tmp//42:bash", "")
    (diagnostic,) = await editor.told(uri)
    assert (diagnostic.range.start, diagnostic.range.end.line) == (types.Position(1, 0), 2)


async def test_a_terminal_can_tell_its_width(start) -> None:
    """With the width known, rows are put together that look like anything else."""
    editor = await start()
    uri = editor.open("x" * 70 + f"\n{SEED[:50]}\n{SEED[50:]}\n", "term:///tmp//42:bash", "terminal")
    editor.change(uri, 2, (3, 0, 3, 0, "more\n"))
    editor.protocol.notify("errkb/terminalWidth", {"uri": uri, "width": 50})
    (diagnostic,) = await editor.told(uri, 2)
    assert (diagnostic.range.start.line, diagnostic.range.end.line) == (1, 2)


async def test_repeats_are_quiet(start) -> None:
    """One failure, one warning: its repeats are hints, and where the client can show it, they are linked."""
    editor = await start()
    uri = editor.open(f"{SEED}\n" * 3 + f"{TRACE}\n")
    found = await editor.told(uri)
    assert [d.severity for d in found] == [WARNING, HINT, HINT, WARNING]
    if any(d.related_information for d in found):
        assert [r.location.range.start.line for r in found[0].related_information] == [1, 2]
        assert [r.location.range.start.line for r in found[1].related_information] == [0]


async def test_at_most_so_many(start) -> None:
    """The limit holds, repeats go first, and the user is told that something is missing."""
    editor = await start(options={"maxDiagnostics": 3})
    uri = editor.open(f"{SEED}\n" * 10 + f"{TRACE}\n")
    found = await editor.told(uri)
    assert len(found) == 3
    assert found[0].severity == INFORMATION
    assert "9 more" in found[0].message
    assert {d.code for d in found[1:]} == {"pytorch/compile-recompilation-limit", "pytorch/torchscript-recursive-trace"}


async def test_edits_are_followed(start) -> None:
    """Diagnostics appear, move and vanish with the text, and carry its version."""
    editor = await start()
    uri = editor.open("one\ntwo\n")
    editor.change(uri, 2, (1, 3, 1, 3, f"\n{TRACE}"))
    assert [d.range.start.line for d in await editor.told(uri, 2)] == [2]
    editor.change(uri, 3, (0, 0, 0, 0, "zero\n"), (0, 0, 0, 0, "😀\n"))
    assert [d.range.start.line for d in await editor.told(uri, 3)] == [4]
    editor.change(uri, 4, (4, 0, 5, 0, ""))
    assert await editor.told(uri, 4) == []


async def test_closing_takes_them_away(start) -> None:
    """Nothing stays in the list of problems after the document is closed; opened again, it is told again."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert await editor.told(uri, None) == []
    editor.publications.clear()
    editor.open(SEED)
    assert len(await editor.told(uri)) == 1


@pytest.mark.parametrize(
    ("uri", "language_id", "wanted"),
    [
        ("file:///a/x.log", "plaintext", True),
        ("file:///a/nohup.out", "plaintext", True),
        ("file:///a/x.log.1", "", True),
        ("file:///a/anything", "log", True),
        ("output:tasks", "Log", True),
        ("untitled:Untitled-1", "log", True),
        ("file:///a/README.md", "markdown", False),
        ("file:///a/main.py", "python", False),
    ],
)
async def test_which_documents(start, client_name: str, uri: str, language_id: str, wanted: bool) -> None:
    """Logs and output, whatever their scheme; not source code, not prose."""
    if client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    editor = await start()
    editor.open(SEED, uri, language_id)
    editor.open(SEED, "file:///last.log")
    await editor.told("file:///last.log")
    assert any(p.uri == uri for p in editor.publications) is wanted


async def test_documentation_link(start) -> None:
    """The code links to the documentation, for clients that can show it."""
    editor = await start(text_document__publish_diagnostics__code_description_support=True)
    uri = editor.open(SEED)
    (diagnostic,) = await editor.told(uri)
    assert diagnostic.code_description.href == "https://pytorch.org/docs/stable/compile.html"


async def test_a_large_document_and_a_line_at_its_end(start, client_name: str) -> None:
    """Ten megabytes open, and a line that is appended is found."""
    if client_name == "neovim":
        pytest.skip("once is enough")
    editor = await start()
    uri = editor.open("2026-12-01 12:00:00 INFO an ordinary line of some length that nobody reads, number 12345\n" * 120_000)
    editor.change(uri, 2, (120_000, 0, 120_000, 0, f"{SEED}\n"))
    assert [d.range.start.line for d in await editor.told(uri, 2)] == [120_000]


async def test_a_long_scan_shows_its_progress(start, client_name: str) -> None:
    """A scan that takes long is shown to be going on, hover is answered meanwhile, and at the end the progress is gone."""
    editor = await start(window__work_done_progress=True)
    uri = editor.open("".join(f"ModuleNotFoundError: No module named 'm{i}'\n" for i in range(40_000)))

    def scanning() -> list[dict]:
        """What was reported of the scan: on a slow machine, loading the knowledge has a progress of its own."""
        every = [[report.value for report in reports] for reports in editor.progress_reports.values()]
        return next((values for values in every if values and values[0].get("title") == "errkb: scanning"), [])

    await editor.until(scanning)
    assert await editor.hover(uri, 0) is not None
    found = await editor.told(uri)
    assert len(found) == 200
    kinds = [value["kind"] for value in scanning()]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
