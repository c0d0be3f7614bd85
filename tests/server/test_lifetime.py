"""Bad messages and the end: nothing takes the server down, and nothing of it stays behind."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE, Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_malformed_messages(editor) -> None:
    """Nonsense is survived without a window for each; a change beyond the end is one at the end."""
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.change("file:///never/opened.log", 2, (0, 0, 0, 0, "x"))
    editor.raw("textDocument/didChange", {"textDocument": 5})
    editor.raw("errkb/terminalWidth", {"uri": 5, "width": "wide"})
    editor.raw("errkb/terminalWidth", None)
    editor.raw("no/such/thing", {})
    editor.change(uri, 2, (500, 7, 900, 3, f"\n{TRACE}"))
    assert [d.range.start.line for d in await editor.told(uri, 2)] == [0, 1]
    assert editor.messages == []


async def test_shutdown_and_exit(start) -> None:
    """Started with the flags that language clients pass; after shutdown and exit the process is gone."""
    editor = await start(program=("-m", "errkb_ls", "serve", "--stdio", f"--clientProcessId={os.getpid()}", "--log-level=error"))
    await editor.told(editor.open(SEED))
    process = editor._server
    await editor.shutdown_session()
    assert await asyncio.wait_for(process.wait(), 10) == 0


async def test_end_of_input(start, client_name: str) -> None:
    """When the client's end of the pipe is closed, the process goes, too."""
    editor = await start()
    await editor.told(editor.open(SEED))
    editor._stop_event.set()
    editor._server.stdin.close()
    await asyncio.wait_for(editor._server.wait(), 10)


@pytest.mark.skipif(os.name != "posix", reason="process ids are looked at on POSIX systems only")
async def test_the_client_was_killed(start, client_name: str) -> None:
    """A client that dies without closing anything does not leave a server behind."""
    if client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    original = os.getpid
    os.getpid = lambda: parent.pid  # what initialize_session sends
    try:
        editor = await start()
    finally:
        os.getpid = original
    editor._stop_event.set()
    parent.communicate(b"\n")
    await asyncio.wait_for(editor._server.wait(), 15)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
async def test_command_line(arguments: list[str]) -> None:
    """``errkb-ls`` answers like any program."""
    done = subprocess.run([sys.executable, "-m", "errkb_ls", "serve", *arguments], capture_output=True, text=True, check=True)
    assert "errkb-ls" in done.stdout


async def test_over_tcp(environment: dict[str, str], client_name: str) -> None:
    """The same over a socket; when the client leaves, the process ends."""
    if client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "errkb_ls", "serve", "--tcp", "--port", str(port))
    process = await asyncio.create_subprocess_exec(*command, env=environment)
    editor = Editor()
    await asyncio.wait_for(_connected(editor, port), 20)
    await editor.initialize_session(types.InitializeParams(types.ClientCapabilities()))
    assert len(await editor.told(editor.open(SEED))) == 1
    await editor.shutdown_session()
    assert await asyncio.wait_for(process.wait(), 10) == 0
    await editor.stop()


async def _connected(editor: Editor, port: int) -> None:
    while True:
        try:
            return await editor.start_tcp("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.05)


NOISE = """
import os, sys
from errkb_ls.server import documents, hover
def noise(*a, **k):
    print("from Python"); sys.stdout.flush(); os.write(1, b"from below")
    return card(*a, **k)
def broken(ls, params):
    raise RuntimeError("broken")
card, hover.card, documents.terminal_width = hover.card, noise, broken
from errkb_ls.server import serve
serve([])
"""


async def test_what_others_print_stays_out_of_the_protocol(start) -> None:
    """A library that prints, or a handler that fails, disturbs nothing: the answers go on, and no window opens."""
    editor = await start(program=("-c", NOISE))
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.protocol.notify("errkb/terminalWidth", {"uri": uri, "width": 50})
    assert (await editor.hover(uri, 0)).contents.value
    assert (await editor.hover(uri, 0)).contents.value
    assert editor.messages == []


async def test_a_client_that_keeps_no_word(start, client_name: str) -> None:
    """One that announces questions and then refuses to answer them gets its diagnostics and cards all the same."""
    refuses = ("workspace/configuration", "client/registerCapability", "window/showDocument")
    editor = await start(refuses=refuses, options={"language": "en"})
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if a.kind == "quickfix.errkb.explain")
    await editor.run(action.command)
    await editor.until(lambda: any("Pad or resize tensors" in m.message for m in editor.messages))


async def test_opened_before_the_knowledge_is_there(start, environment: dict[str, str], tmp_path: Path) -> None:
    """Documents that are opened, and questions that are asked, before the knowledge is loaded and compiled get their answer then."""
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cold")
    editor = await start()
    uris = [editor.open(SEED, f"file:///{i}.log") for i in range(5)]
    assert (await editor.run("errkb.explainText", SEED))["findings"]
    for uri in uris:
        assert len(await editor.told(uri)) == 1
    assert isinstance(editor.answer, types.InitializeResult)
