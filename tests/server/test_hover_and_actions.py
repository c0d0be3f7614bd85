"""Hover, code actions, commands, symbols."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE, write_entry

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_card(editor) -> None:
    """Anywhere on the row the hover is the card: trust, cause, first thing to try, what not to do; its range is the finding's."""
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


async def test_chinese(start, client_name: str) -> None:
    """In the editor's language, or in that of the settings; a "translation" that is English is marked as missing."""
    by_locale = client_name == "visual-studio-code"  # Neovim names none
    editor = await start(locale="zh-cn") if by_locale else await start(options={"language": "zh"}, locale="en")
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


async def test_actions(editor, project) -> None:
    """Documentation, the whole entry, muting here and everywhere; nothing where nothing was found; filtered by kind."""
    uri = editor.open(f"{SEED}\nok\n")
    await editor.told(uri)
    actions = await editor.actions(uri, 0)
    assert [a.kind for a in actions] == ["quickfix.errkb.open", "quickfix.errkb.explain", "quickfix.errkb.mute", "quickfix.errkb.mute"]
    assert all(a.title.startswith("errkb: ") and not a.is_preferred for a in actions)
    assert actions[0].diagnostics[0].code == "pytorch/compile-recompilation-limit"
    assert await editor.actions(uri, 1) == []
    assert await editor.actions(uri, 0, ["refactor"]) == []
    assert await editor.actions(uri, 0, ["quickfix.errkb.copy"]) == []
    assert len(await editor.actions(uri, 0, ["quickfix.errkb.mute"])) == 2
    assert len(await editor.actions(uri, 0, ["refactor", "quickfix"])) == 4


async def test_advice_of_a_language_model_is_marked(start) -> None:
    """Actions of an entry that a language model wrote carry the protocol's tag for it, for clients that know the tag; others do not."""
    tags = types.CodeActionTagOptions([types.CodeActionTag.LlmGenerated])
    editor = await start(text_document__code_action__tag_support=tags)
    uri = editor.open(f"{SEED}\nModuleNotFoundError: No module named 'x'\n")
    await editor.told(uri)
    assert {tuple(a.tags or ()) for a in await editor.actions(uri, 0)} == {(types.CodeActionTag.LlmGenerated,)}
    assert {tuple(a.tags or ()) for a in await editor.actions(uri, 1)} == {()}


async def test_opening_the_documentation(start, client_name: str) -> None:
    """The client opens it outside of the editor where it can; else the address is shown."""
    support = client_name == "visual-studio-code"
    editor = await start(window__show_document=types.ShowDocumentClientCapabilities(support))
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if a.kind == "quickfix.errkb.open")
    await editor.run(action.command)
    address = "https://pytorch.org/docs/stable/compile.html"
    if support:
        assert [(d.uri, d.external) for d in editor.shown_documents] == [(address, True)]
    else:
        await editor.until(lambda: any(address in m.message for m in editor.messages))


async def test_copying_a_command(start, project, client_name: str) -> None:
    """Values are filled in and quoted; a client with a clipboard command gets it, others are shown the text."""
    advice = [{"action": "Make it.", "command": "make {thing} && echo ${HOME}"}]
    write_entry(project, "x", "^no such thing: (?P<thing>.+)$", workarounds=advice)
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


async def test_muting_in_a_document(start, environment: dict[str, str]) -> None:
    """It is silent at once, and stays so after a restart; other documents are not touched."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if "in this document" in a.title)
    editor.publications.clear()
    told = await editor.run(action.command)
    assert await editor.told(uri) == []
    assert await editor.hover(uri, 0) is None
    await editor.run(action.command)
    file = Path(environment["XDG_STATE_HOME"]) / "errkb-ls" / "muted.json"
    assert json.loads(file.read_text()) == {uri: ["pytorch/compile-recompilation-limit"]}
    assert str(file) in told
    again = await start()
    again.open(SEED, uri)
    again.open(SEED, "file:///other.log")
    assert len(await again.told("file:///other.log")) == 1
    assert not [p for p in again.publications if p.uri == uri]


async def test_what_is_muted_is_damaged(start, environment: dict[str, str]) -> None:
    """A damaged file of what is muted mutes nothing and takes nothing down, and can be muted into again."""
    file = Path(environment["XDG_STATE_HOME"]) / "errkb-ls" / "muted.json"
    file.parent.mkdir(parents=True)
    file.write_text("5")
    editor = await start()
    uri = editor.open(SEED)
    assert len(await editor.told(uri)) == 1
    editor.publications.clear()
    await editor.run("errkb.mute", "document", "pytorch/compile-recompilation-limit", uri)
    assert await editor.told(uri) == []
    assert list(json.loads(file.read_text())) == [uri]


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


async def test_showing_an_entry(editor, project, client_name: str) -> None:
    """The whole card is opened as a document where the client can, else shown, and answered in any case."""
    uri = editor.open(SEED)
    await editor.told(uri)
    action = next(a for a in await editor.actions(uri, 0) if a.kind == "quickfix.errkb.explain")
    text = await editor.run(action.command)
    assert "Pad or resize tensors" in text
    if editor.shown_documents:
        assert editor.shown_documents[0].uri.endswith("pytorch-compile-recompilation-limit.md")
    else:
        await editor.until(lambda: any("Pad or resize tensors" in m.message for m in editor.messages))


async def test_explaining_a_text(editor) -> None:
    """Any text can be asked about; the answer has cards and objects."""
    await editor.told(editor.open(SEED))
    answer = await editor.run("errkb.explainText", f"noise\n{TRACE}\n")
    assert [f["entry"] for f in answer["findings"]] == ["pytorch/torchscript-recursive-trace"]
    assert answer["findings"][0]["line"] == 2
    assert "**Cause**" in answer["markdown"]
    assert (await editor.run("errkb.explainText", "nothing"))["findings"] == []


async def test_debug_information(editor) -> None:
    """It says whether a document is looked into, and why not."""
    await editor.told(editor.open(SEED))
    prose = editor.open("x", "file:///README.md", "markdown")
    about = json.loads(await editor.run("errkb.printDebugInformation", prose))
    assert about["ready"]
    assert about["document"]["is looked into"] is False
    assert json.loads(await editor.run("errkb.printDebugInformation", "file:///closed.log"))["document"]["is open"] is False
    assert "document" not in json.loads(await editor.run("errkb.printDebugInformation"))


async def test_wrong_arguments_are_an_error_for_that_request_only(editor) -> None:
    """A command with nonsense fails, and the next one works."""
    from pygls.exceptions import JsonRpcException

    for command, arguments in (
        ("errkb.mute", ["nowhere", "x", "y"]),
        ("errkb.showEntry", ["no/such"]),
        ("errkb.openDocumentation", ["file:///etc/passwd"]),
    ):
        with pytest.raises(JsonRpcException):
            await editor.run(command, *arguments)
    assert await editor.run("errkb.reloadKb") > 2
    assert "Pad or resize" in await editor.run("errkb.showEntry", "pytorch/compile-recompilation-limit")


async def test_symbols(editor) -> None:
    """The outline names each failure once, at its place."""
    uri = editor.open(f"x\n{SEED}\n{SEED}\n{TRACE}\n")
    await editor.told(uri)
    symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(types.TextDocumentIdentifier(uri)))
    assert [(s.detail, s.range.start.line) for s in symbols] == [
        ("pytorch/compile-recompilation-limit", 1),
        ("pytorch/torchscript-recursive-trace", 3),
    ]
