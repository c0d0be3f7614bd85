"""Bad messages and the end: nothing takes the server down, and nothing of it stays behind."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE


async def test_malformed_messages(start) -> None:
    """Nonsense is survived without a window for each."""
    editor = await start()
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
    """After shutdown and exit the process is gone."""
    editor = await start()
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
def test_command_line(arguments: list[str]) -> None:
    """``errkb-ls`` answers like any program, and takes the flag that editors pass."""
    done = subprocess.run([sys.executable, "-m", "errkb_ls", "serve", *arguments], capture_output=True, text=True, check=True)
    assert "errkb-ls" in done.stdout


async def test_opened_before_the_knowledge_is_there(start) -> None:
    """A document that is opened right after the greeting is told of once the knowledge is loaded."""
    editor = await start()
    uris = [editor.open(SEED, f"file:///{i}.log") for i in range(5)]
    for uri in uris:
        assert len(await editor.told(uri)) == 1
    assert isinstance(editor.answer, types.InitializeResult)
