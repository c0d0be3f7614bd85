"""Settings from every place, live reload, and what is wrong with them."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types

from .conftest import SEED, TRACE

SEED_ID = "pytorch/compile-recompilation-limit"


def entry(entry_id: str, regex: str) -> str:
    return json.dumps({"id": entry_id, "signature": "s", "regex": regex, "root_cause": f"Cause of {entry_id}."})


@pytest.mark.parametrize("place", ["initializationOptions", "workspace/configuration", "pyproject.toml", ".errkb/config.toml"])
async def test_places(start, project, client_name: str, place: str) -> None:
    """An entry can be disabled in each of the places where settings are given."""
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


async def test_a_team_entry_appears_and_changes_while_running(start, project, client_name: str) -> None:
    """Knowledge in .errkb/kb is used, and a change to it shows in open documents; the client tells, or the server looks."""
    editor = await start()
    uri = editor.open("our own failure 7\n")
    folder = project / ".errkb" / "kb"
    folder.mkdir(parents=True)
    by_client = client_name == "visual-studio-code"
    if by_client:
        await editor.until(lambda: [r for r in editor.registrations if r.method == "workspace/didChangeWatchedFiles"])
    file = folder / "ours.json"
    for name in ("ours", "theirs"):
        editor.publications.clear()
        file.write_text(entry(name, "^our own failure"))
        if by_client:
            changes = [types.FileEvent(file.as_uri(), types.FileChangeType.Changed)]
            editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        assert [d.code for d in await editor.told(uri)] == [name]


async def test_a_broken_entry_takes_nothing_down(start, project) -> None:
    """It is named in the log with its remedy, and everything else works."""
    folder = project / ".errkb" / "kb"
    folder.mkdir(parents=True)
    (folder / "bad.json").write_text("{ nonsense")
    (folder / "regex.json").write_text(entry("regex", "(?=look)ahead"))
    (folder / "good.json").write_text(entry("good", "^our own failure"))
    editor = await start()
    uri = editor.open(f"our own failure\n{SEED}\n")
    assert [d.code for d in await editor.told(uri)] == ["good", SEED_ID]
    told = " ".join(m.message for m in editor.log_messages)
    assert str(folder / "bad.json") in told
    assert str(folder / "regex.json") in told
    assert len(editor.messages) == 1


async def test_a_workspace_that_is_not_trusted(start, project) -> None:
    """Its knowledge and its settings are not read."""
    (project / ".errkb" / "kb").mkdir(parents=True)
    (project / ".errkb" / "kb" / "x.json").write_text(entry("x", "^our own failure"))
    (project / ".errkb" / "config.toml").write_text(f'disabled = ["{SEED_ID}"]\n')
    editor = await start(options={"trusted": False})
    uri = editor.open(f"our own failure\n{SEED}\n")
    assert [d.code for d in await editor.told(uri)] == [SEED_ID]


async def test_without_a_folder(start) -> None:
    """A single file works, and muting in the workspace is not offered."""
    editor = await start(folder=None)
    uri = editor.open(SEED)
    await editor.told(uri)
    assert not [a for a in await editor.actions(uri, 0) if "workspace" in a.title]
