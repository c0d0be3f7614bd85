"""Settings from every place, live reload, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE, write_entry

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEED_ID = "pytorch/compile-recompilation-limit"


@pytest.mark.parametrize("place", ["initializationOptions", "workspace/configuration", "pyproject.toml", ".errkb/config.toml"])
async def test_places(start, project, client_name: str, place: str) -> None:
    """An entry can be disabled in each of the places where settings are given."""
    if place.endswith(".toml") and client_name == "neovim":
        pytest.skip("nothing in this depends on the client")
    options = configuration = None
    if place == "initializationOptions":
        options = {"disabled": [SEED_ID]}
    elif place == "workspace/configuration":
        configuration = {"disabled": ["pytorch/compile-*"]}
    elif place == "pyproject.toml":
        (project / place).write_text(f'[tool.errkb]\ndisabled = ["{SEED_ID}"]\n')
    else:
        (project / ".errkb").mkdir()
        (project / place).write_text(f'disabled = ["{SEED_ID}"]\n')
    editor = await start(options=options, configuration=configuration)
    uri = editor.open(f"{SEED}\n{TRACE}\n")
    assert [d.code for d in await editor.told(uri)] == ["pytorch/torchscript-recursive-trace"]


async def test_severities(start) -> None:
    """One map changes how loud things are, by role or by id; nested under the section's name works, too."""
    editor = await start(options={"errkb": {"severity": {"repeat": "off", SEED_ID: "error"}}})
    uri = editor.open(f"{SEED}\n{SEED}\n{TRACE}\n")
    found = await editor.told(uri)
    assert [d.severity for d in found] == [types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning]


async def test_a_wrong_setting_is_told_and_left_out(start) -> None:
    """Each one is named in the log, one message is shown, and all other settings count."""
    editor = await start(options={"maxDiagnostics": "many", "colour": 1, "language": "zh"})
    uri = editor.open(SEED)
    (diagnostic,) = await editor.told(uri)
    assert "守卫机制" in diagnostic.message
    told = " ".join(m.message for m in editor.log_messages)
    assert "$.maxDiagnostics" in told
    assert "$.colour" in told
    assert len(editor.messages) == 1


async def test_settings_change_without_a_restart(start) -> None:
    """What the editor says later counts, whether it is sent or has to be asked for."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.publications.clear()
    editor.set_configuration({"disabled": [SEED_ID]}, section="errkb")
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({"errkb": {"disabled": [SEED_ID]}}))
    assert await editor.told(uri) == []


async def test_bare_settings_are_sent(start) -> None:
    """Settings count that are sent without a section around them, by a client that has no such section when it is asked."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.publications.clear()
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({"disabled": [SEED_ID]}))
    assert await editor.told(uri) == []


async def test_a_team_entry_appears_and_changes_while_running(start, project, client_name: str) -> None:
    """Knowledge in .errkb/kb is used, and a change to it shows in open documents; the client tells, or the server looks."""
    editor = await start()
    uri = editor.open("our own failure 7\n")
    by_client = client_name == "visual-studio-code"
    if by_client:
        await editor.until(lambda: [r for r in editor.registrations if r.method == "workspace/didChangeWatchedFiles"])
    for cause in ("One.", "Two."):
        editor.publications.clear()
        file = write_entry(project, "ours", "^our own failure", root_cause=cause)
        if by_client:
            changes = [types.FileEvent(file.as_uri(), types.FileChangeType.Changed)] * 3
            editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        assert [(d.code, d.message) for d in await editor.told(uri)] == [("ours", cause.rstrip("."))]


async def test_a_file_that_the_client_does_not_watch(start, environment: dict[str, str]) -> None:
    """The user's own settings, outside of the workspace, take effect as well."""
    editor = await start()
    uri = editor.open(SEED)
    await editor.told(uri)
    editor.publications.clear()
    file = Path(environment["XDG_CONFIG_HOME"]) / "errkb-ls" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'disabled = ["{SEED_ID}"]')
    assert await editor.told(uri) == []


async def test_a_broken_entry_takes_nothing_down(start, project) -> None:
    """It is named in the log with its remedy, once, and everything else works."""
    regex = write_entry(project, "regex", "(?=look)ahead")
    write_entry(project, "good", "^our own failure")
    bad = regex.with_name("bad.json")
    bad.write_text("{ nonsense")
    editor = await start()
    uri = editor.open(f"our own failure\n{SEED}\n")
    assert [d.code for d in await editor.told(uri)] == ["good", SEED_ID]
    await editor.run("errkb.reloadKb")
    told = " ".join(m.message for m in editor.log_messages)
    assert told.count(str(bad)) == 1
    assert told.count(str(regex)) == 1
    assert len(editor.messages) == 1
    about = json.loads(await editor.run("errkb.printDebugInformation"))
    assert [p for p in about["problems"] if str(bad) in p]


async def test_a_workspace_that_is_not_trusted(start, project) -> None:
    """Its knowledge and its settings are not read, and nothing is offered that would be written there."""
    write_entry(project, "x", "^our own failure")
    (project / ".errkb" / "config.toml").write_text(f'disabled = ["{SEED_ID}"]\n')
    editor = await start(options={"trusted": False})
    uri = editor.open(f"our own failure\n{SEED}\n")
    assert [d.code for d in await editor.told(uri)] == [SEED_ID]
    assert not [a for a in await editor.actions(uri, 1) if "workspace" in a.title]


async def test_without_a_folder(start) -> None:
    """A single file works, and muting in the workspace is not offered."""
    editor = await start(folder=None)
    uri = editor.open(SEED)
    await editor.told(uri)
    assert not [a for a in await editor.actions(uri, 0) if "workspace" in a.title]
