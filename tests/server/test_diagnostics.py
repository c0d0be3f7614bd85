"""Diagnostics: what, where, how loud, and in which units."""

from __future__ import annotations

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE, write_entry

pytestmark = pytest.mark.asyncio(loop_scope="session")

WARNING, INFORMATION, HINT = (types.DiagnosticSeverity.Warning, types.DiagnosticSeverity.Information, types.DiagnosticSeverity.Hint)


async def test_a_known_failure_is_told(editor) -> None:
    """The seeds' own lines give a warning each, on the matched words, with the cause as one short line."""
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


async def test_ordinary_text_is_silent(editor) -> None:
    """A log without a known failure gets no diagnostics at all, not even an empty list."""
    uri = editor.open("all is well\n" * 100)
    editor.change(uri, 2, (100, 0, 100, 0, f"{SEED}\n"))
    await editor.told(uri, 2)
    assert [p.version for p in editor.publications] == [2]


BEFORE = ["", "错误 😀 ", "\x1b[31m字\x1b[0m", "\u2028😀 ", "a\fb\x85 "]


@pytest.mark.parametrize("encoding", ["the client's own", "utf-32", None])
async def test_ranges_are_in_the_units_of_the_client(editor, start, client_name: str, encoding: str | None) -> None:
    """Right after Chinese, emoji, escapes and odd separators, ranges and edits are as the client counts; UTF-16 when it does not say."""
    if encoding == "the client's own":
        encoding = {"neovim": "utf-8", "visual-studio-code": "utf-16"}[client_name]
        assert (editor.answer.capabilities.position_encoding or "utf-16") == encoding
    else:
        editor = await start(general__position_encodings=[encoding] if encoding else None)
    codec, size = {"utf-8": ("utf-8", 1), "utf-32": ("utf-32-le", 4)}.get(encoding, ("utf-16-le", 2))
    uri = editor.open("".join(f"{before}{TRACE}\n" for before in BEFORE))
    found = await editor.told(uri)
    assert [d.range.start.line for d in found] == [d.range.end.line for d in found] == list(range(len(BEFORE)))
    for before, diagnostic in zip(BEFORE, found, strict=True):
        row = f"{before}{TRACE}".encode(codec)
        place = slice(diagnostic.range.start.character * size, diagnostic.range.end.character * size)
        assert row[place].decode(codec) == TRACE.removeprefix("RuntimeError: ")
    starts = [(d.range.start.line, d.range.start.character) for d in found]
    editor.change(uri, 2, *((line, start_, line, start_ + 1, "") for line, start_ in starts))
    assert await editor.told(uri, 2) == []
    editor.change(uri, 3, *((line, start_, line, start_, "T") for line, start_ in starts))
    assert await editor.told(uri, 3) == found


async def test_a_lone_carriage_return_ends_a_line_where_the_client_says_so(editor, client_name: str) -> None:
    """Neovim keeps it inside the line, Visual Studio Code ends the line there."""
    uri = editor.open(f"10%\r50%\r{TRACE}\r\nend\n")
    (diagnostic,) = await editor.told(uri)
    assert diagnostic.range.start.line == (0 if client_name == "neovim" else 2)


async def test_wrapped_and_coloured(editor) -> None:
    """A line that a terminal broke at its width is one diagnostic over its rows."""
    rows = [SEED[i : i + 60] for i in range(0, len(SEED), 60)]
    uri = editor.open("\x1b[1m$ python train.py\x1b[0m\n" + "\n".join(rows) + "\n$ \n\n\n", "term:///tmp//42:bash", "")
    (diagnostic,) = await editor.told(uri)
    assert (diagnostic.range.start, diagnostic.range.end.line) == (types.Position(1, 0), 2)


async def test_a_terminal_can_tell_its_width(editor) -> None:
    """With the width known, rows are put together that look like anything else."""
    uri = editor.open("x" * 70 + f"\n{SEED[:50]}\n{SEED[50:]}\n", "term:///tmp//42:bash", "terminal")
    editor.change(uri, 2, (3, 0, 3, 0, "more\n"))
    editor.protocol.notify("errkb/terminalWidth", {"uri": uri, "width": 50})
    (diagnostic,) = await editor.told(uri, 2)
    assert (diagnostic.range.start.line, diagnostic.range.end.line) == (1, 2)


async def test_repeats_are_quiet(editor) -> None:
    """One failure, one warning: its repeats are hints, and where the client can show it, they are linked."""
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


async def test_edits_are_followed(editor) -> None:
    """Diagnostics appear, move and vanish with the text, and carry its version."""
    uri = editor.open("one\ntwo\n")
    editor.change(uri, 2, (1, 3, 1, 3, f"\n{TRACE}"))
    assert [d.range.start.line for d in await editor.told(uri, 2)] == [2]
    editor.change(uri, 3, (0, 0, 0, 0, "zero\n"), (0, 0, 0, 0, "😀\n"))
    assert [d.range.start.line for d in await editor.told(uri, 3)] == [4]
    editor.change(uri, 4, (4, 0, 5, 0, ""))
    assert await editor.told(uri, 4) == []


async def test_closing_takes_them_away(editor) -> None:
    """Nothing stays in the list of problems after the document is closed; opened again, it is told again."""
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.close(uri)
    assert await editor.told(uri, None) == []
    editor.publications.clear()
    editor.open(SEED, uri)
    assert len(await editor.told(uri)) == 1


async def test_which_documents(editor) -> None:
    """Logs and output, whatever their scheme; not source code, not prose."""
    logs = [
        ("file:///a/x.log", "plaintext"),
        ("file:///a/nohup.out", "plaintext"),
        ("file:///a/x.log.1", ""),
        ("file:///a/anything", "log"),
        ("output:tasks", "Log"),
        ("untitled:Untitled-1", "log"),
        ("term:///tmp//42:bash", ""),
        ("vscode-terminal:/1", "terminal"),
        ("errkb-terminal:/1", "errkb-terminal"),
    ]
    others = [("file:///a/README.md", "markdown"), ("file:///a/main.py", "python"), ("untitled:Untitled-2", "plaintext")]
    for uri, language_id in (*others, *logs):
        editor.open(SEED, uri, language_id)
    for uri, _ in logs:
        assert len(await editor.told(uri)) == 1
    assert {p.uri for p in editor.publications} == {uri for uri, _ in logs}


async def test_documentation_link(editor) -> None:
    """The code links to the documentation, for clients that say that they can show it."""
    (diagnostic,) = await editor.told(editor.open(SEED))
    if editor.capabilities.text_document.publish_diagnostics.code_description_support:
        assert diagnostic.code_description.href == "https://pytorch.org/docs/stable/compile.html"
    else:
        assert diagnostic.code_description is None


async def test_cause_and_consequence(start, project) -> None:
    """What follows from something else is quiet, names its cause where the client can show it, and stands below it in the outline."""
    write_entry(project, "a", "^no disk", transition_graph={"leads_to": [{"error_id": "b"}]})
    write_entry(project, "b", "^no file (?P<name>.+)$")
    editor = await start(text_document__publish_diagnostics__related_information=True)
    uri = editor.open("no disk\n\n" + "no file x\n" * 2 + "no file y\n")
    found = await editor.told(uri)
    assert [(d.code, d.severity) for d in found] == [("a", WARNING), ("b", INFORMATION), ("b", HINT), ("b", INFORMATION)]
    assert [[r.location.range.start.line for r in d.related_information or ()] for d in found] == [[], [0, 3], [0, 2], [0]]
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    (top,) = await editor.text_document_document_symbol_async(params)
    assert (top.detail, [(c.detail, c.range.start.line) for c in top.children]) == ("a", [("b", 2), ("b", 4)])


async def test_nothing_is_told_twice(start) -> None:
    """A change that changes no diagnostic is not published, nor is one that cannot be shown."""
    editor = await start(options={"severity": {"repeat": "off"}, "max_diagnostics": 2})
    uri = editor.open(f"{SEED}\n" * 300)
    assert len(await editor.told(uri)) == 1  # what the user turned off is not missing
    editor.change(uri, 2, (300, 0, 300, 0, "all is well\n"))
    editor.change(uri, 3, (301, 0, 301, 0, f"{TRACE}\n"))
    await editor.told(uri, 3)
    editor.change(uri, 4, (302, 0, 302, 0, f"{SEED}\n"))
    editor.change(uri, 5, (301, 0, 302, 0, ""))
    await editor.told(uri, 5)
    assert [p.version for p in editor.publications if p.uri == uri] == [1, 3, 5]


async def test_places_beyond_those_that_are_kept(start, client_name: str) -> None:
    """Of a failure that is printed very often, the first places are shown, and the user is told how many are not."""
    if client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    editor = await start(options={"max_diagnostics": 1000})
    found = await editor.told(editor.open(f"{SEED}\n" * 500))
    assert "300 more" in found[0].message
    assert len(found) == 201


async def test_a_large_document_and_a_line_at_its_end(editor, client_name: str) -> None:
    """Ten megabytes open, and a line that is appended is found."""
    if client_name == "neovim":
        pytest.skip("once is enough")
    uri = editor.open("2026-12-01 12:00:00 INFO an ordinary line of some length that nobody reads, number 12345\n" * 120_000)
    editor.change(uri, 2, (120_000, 0, 120_000, 0, f"{SEED}\n"))
    assert [d.range.start.line for d in await editor.told(uri, 2)] == [120_000]


def long_log(rows: int = 40_000) -> str:
    """Takes more than half a second to scan."""
    return "".join(f"ModuleNotFoundError: No module named 'm{i}'\n" for i in range(rows))


def scanning(editor) -> list[dict]:
    """What was reported of a scan: on a slow machine, loading the knowledge has a progress of its own."""
    every = [[report.value for report in reports] for reports in editor.progress_reports.values()]
    return next((values for values in every if values and values[0].get("title") == "errkb: scanning"), [])


async def test_a_long_scan(start) -> None:
    """It is shown to be going on, hover is answered meanwhile, and at the end the progress is gone.

    What is edited in a part that was scanned already, while the client is asked to show the progress, is found, too.
    """
    editor = await start(window__work_done_progress=True)
    await editor.told(editor.open(SEED))  # so that no other progress is in the way
    uri = "file:///long.log"
    edits = [(0, 0, 0, 0, f"{TRACE}\n")]
    editor.before_progress = lambda: edits and editor.change(uri, 2, edits.pop())
    editor.open(long_log(), uri)
    await editor.until(lambda: scanning(editor))
    assert await editor.hover(uri, 1) is not None
    found = await editor.told(uri, 2)
    assert [d.code for d in found if d.range.start.line == 0 and d.code] == ["pytorch/torchscript-recursive-trace"]
    assert len(found) == 200
    kinds = [value["kind"] for value in scanning(editor)]
    assert (kinds[0], kinds[-1]) == ("begin", "end")


async def test_closing_during_a_long_scan(start, client_name: str) -> None:
    """The progress ends with the document, and nothing is told of it."""
    if client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    editor = await start(window__work_done_progress=True)
    await editor.told(editor.open(SEED))
    uri = editor.open(long_log(100_000), "file:///long.log")
    await editor.until(lambda: scanning(editor))
    editor.close(uri)
    await editor.until(lambda: scanning(editor)[-1]["kind"] == "end")
    assert [p for p in editor.publications if p.uri == uri and p.diagnostics] == []
