"""Hover, code actions, commands, symbols."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE


async def test_the_card(start) -> None:
    """Anywhere on the row the hover is the card: trust, cause, first thing to try, what not to do; its range is the finding's."""
    editor = await start()
    uri = editor.open(f"x\n{SEED}. And so on\n")
    (diagnostic,) = await editor.told(uri)
    hover = await editor.hover(uri, 1, 110)
    assert hover.range == diagnostic.range
    text = hover.contents.value
    order = [
        text.index(part)
        for part in ("AI-written, unverified", "**Cause**", "**Try first**", "**Do not**", "**Applies to**", ">=2.0, <=2.5.1")
    ]
    assert order == sorted(order)
    assert text.count("\n") < 25
    assert await editor.hover(uri, 0) is None
    assert await editor.hover(uri, 99) is None


@pytest.mark.parametrize("by", ["locale", "setting"])
async def test_chinese(start, by: str) -> None:
    """In the editor's language, or in that of the settings; a "translation" that is English is marked as missing."""
    editor = await start(locale="zh-cn") if by == "locale" else await start(options={"language": "zh"}, locale="en")
    uri = editor.open(f"{SEED}\n{TRACE}\n")
    first, second = await editor.told(uri)
    assert "守卫机制" in first.message
    assert "TorchScript" in second.message
    text = (await editor.hover(uri, 0)).contents.value
    assert "**先试这个**" in text
    assert "未翻译" in text


async def test_plain_text_where_the_client_wants_it(start) -> None:
    """A client that cannot show Markdown gets none."""
    editor = await start(text_document__hover__content_format=[types.MarkupKind.PlainText])
    uri = editor.open(SEED)
    await editor.told(uri)
    contents = (await editor.hover(uri, 0)).contents
    assert contents.kind == types.MarkupKind.PlainText
    assert "**" not in contents.value


async def test_actions(start, project) -> None:
    """Documentation, the whole entry, muting here and everywhere; nothing where nothing was found; filtered by kind."""
    editor = await start()
    uri = editor.open(f"{SEED}\nok\n")
    await editor.told(uri)
    actions = await editor.actions(uri, 0)
    assert [a.kind for a in actions] == ["quickfix.errkb.open", "quickfix.errkb.explain", "quickfix.errkb.mute", "quickfix.errkb.mute"]
    assert all(a.title.startswith("errkb: ") and not a.is_preferred for a in actions)
    assert actions[0].diagnostics[0].code == "pytorch/compile-recompilation-limit"
    assert await editor.actions(uri, 1) == []
    assert await editor.actions(uri, 0, ["refactor"]) == []
    assert len(await editor.actions(uri, 0, ["quickfix"])) == 4


async def test_copying_a_command(start, project, client_name: str) -> None:
    """Values are filled in and quoted; a client with a clipboard command gets it, others are shown the text."""
    folder = project / ".errkb" / "kb"
    folder.mkdir(parents=True)
    entry = {
        "id": "x",
        "signature": "no such thing: a",
        "regex": "^no such thing: (?P<thing>.+)$",
        "workarounds": [{"action": "Make it.", "command": "make {thing} && echo ${HOME}"}],
    }
    (folder / "x.json").write_text(json.dumps(entry))
    options = {"clientCommands": ["errkb.copy"]} if client_name == "visual-studio-code" else None
    editor = await start(options=options)
    uri = editor.open("no such thing: a; rm -rf ~\n")
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if a.kind == "quickfix.errkb.copy")
    wanted = "make 'a; rm -rf ~' && echo ${HOME}"
    assert list(action.command.arguments) == [wanted]
    if client_name == "visual-studio-code":
        assert action.command.command == "errkb.copy"
    else:
        assert await editor.run(action.command) == wanted
        await editor.until(lambda: any(wanted in m.message for m in editor.messages))


async def test_muting_in_a_document(start) -> None:
    """It is silent at once, and stays so after a restart; other documents are not touched."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if "in this document" in a.title)
    editor.publications.clear()
    await editor.run(action.command)
    assert await editor.told(uri) == []
    assert await editor.hover(uri, 0) is None
    again = await start()
    again.open(SEED, uri)
    again.open(SEED, "file:///other.log")
    assert len(await again.told("file:///other.log")) == 1
    assert not [p for p in again.publications if p.uri == uri]


async def test_muting_in_the_workspace(start, project) -> None:
    """The project's settings are made, or added to with comments kept; all open documents are silent at once."""
    file = project / ".errkb" / "config.toml"
    file.parent.mkdir()
    file.write_text('# ours\ndisabled = ["git/*"]  # noise\n')
    editor = await start()
    uri = editor.open(f"{SEED}\n{TRACE}")
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if "in this workspace" in a.title)
    editor.publications.clear()
    told = await editor.run(action.command)
    assert [d.code for d in await editor.told(uri)] == ["pytorch/torchscript-recursive-trace"]
    assert str(file) in told
    assert file.read_text() == '# ours\ndisabled = ["git/*", "pytorch/compile-recompilation-limit"]  # noise\n'


async def test_showing_an_entry(start, project, client_name: str) -> None:
    """The whole card is opened as a document where the client can, else shown, and answered in any case."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if a.kind == "quickfix.errkb.explain")
    text = await editor.run(action.command)
    assert "Pad or resize tensors" in text
    if editor.shown_documents:
        assert editor.shown_documents[0].uri.endswith("pytorch-compile-recompilation-limit.md")
    else:
        await editor.until(lambda: any("Pad or resize tensors" in m.message for m in editor.messages))


async def test_explaining_a_text(start) -> None:
    """Any text can be asked about; the answer has cards and objects."""
    editor = await start()
    await editor.told(editor.open(SEED))
    answer = await editor.run("errkb.explainText", f"noise\n{TRACE}\n")
    assert [f["entry"] for f in answer["findings"]] == ["pytorch/torchscript-recursive-trace"]
    assert answer["findings"][0]["line"] == 2
    assert "**Cause**" in answer["markdown"]
    assert (await editor.run("errkb.explainText", "nothing"))["findings"] == []


async def test_debug_information(start) -> None:
    """It says whether a document is looked into, and why not."""
    editor = await start()
    await editor.told(editor.open(SEED))
    prose = editor.open("x", "file:///README.md", "markdown")
    about = json.loads(await editor.run("errkb.printDebugInformation", prose))
    assert about["ready"]
    assert about["document"]["is looked into"] is False


async def test_wrong_arguments_are_an_error_for_that_request_only(start) -> None:
    """A command with nonsense fails, and the next one works."""
    from pygls.exceptions import JsonRpcException

    editor = await start()
    for command, arguments in (
        ("errkb.mute", ["nowhere", "x", "y"]),
        ("errkb.showEntry", ["no/such"]),
        ("errkb.openDocumentation", ["file:///etc/passwd"]),
    ):
        with pytest.raises(JsonRpcException):
            await editor.run(command, *arguments)
    assert await editor.run("errkb.reloadKb") > 2


async def test_symbols(start) -> None:
    """The outline names each failure once, at its place."""
    editor = await start()
    uri = editor.open(f"x\n{SEED}\n{SEED}\n{TRACE}\n")
    await editor.told(uri)
    symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(types.TextDocumentIdentifier(uri)))
    assert [(s.detail, s.range.start.line) for s in symbols] == [
        ("pytorch/compile-recompilation-limit", 1),
        ("pytorch/torchscript-recursive-trace", 3),
    ]
