"""Settings and knowledge: where they come from, loading them, and loading them again when something changed.

``workspace/didChangeConfiguration``, ``workspace/didChangeWatchedFiles``, ``workspace/didChangeWorkspaceFolders``.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from errkb_ls.configuration import PROJECT_FOLDER, Source, file_sources, layers, project_config_file, settings_from, user_config_file
from errkb_ls.engine import open_engine
from errkb_ls.knowledge import Problem, built_in_folder
from errkb_ls.rendering import choose_language
from errkb_ls.server.convert import to_path
from errkb_ls.server.diagnostics import begin_progress, schedule_all
from errkb_ls.server.session import Session

#: Loading that takes longer shows its progress: compiling a large knowledge base for the first time.
_PROGRESS_SECONDS: Final = 0.5
#: How often files are looked at that the client does not watch, and at most this share of the time.
_POLL_SECONDS: Final = 2.0
_POLL_SHARE: Final = 0.01

_WATCHED: Final = (f"**/{PROJECT_FOLDER}/**", "**/pyproject.toml")


async def load(ls: Session) -> None:
    """Read settings and knowledge anew, then look at every open document again. What is wrong is told and left out."""
    async with ls.loading:  # one at a time, so that what is read last counts
        await _load(ls)


async def _load(ls: Session) -> None:
    settings, problems = read_settings(ls)
    loading = asyncio.get_running_loop().run_in_executor(ls.thread_pool, open_engine, settings, ls.project if settings.trusted else None)
    done, _ = await asyncio.wait([loading], timeout=_PROGRESS_SECONDS)
    token = None if done else await begin_progress(ls, "errkb: loading the knowledge base")
    engine = await loading
    if token:
        ls.work_done_progress.end(token, types.WorkDoneProgressEnd())
    ls.settings, ls.engine = settings, engine
    ls.language = choose_language(settings.language, ls.locale, *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")))
    _tell(ls, [*problems, *engine.problems])
    ls.ready.set()
    schedule_all(ls)


def read_settings(ls: Session) -> tuple[Any, list[Problem]]:
    """The settings in force. Files of a project count only where the client does not say that it is not trusted."""
    editor = [
        Source("initializationOptions", {k: v for k, v in ls.options.items() if k != "clientCommands"}, ls.project or Path.cwd()),
        Source("the editor's settings", ls.editor_settings, ls.project or Path.cwd()),
    ]
    trusted = settings_from(editor)[0].trusted
    files, problems = file_sources(ls.project if trusted else None)
    settings, more = settings_from([*files, *editor])
    return settings, [*problems, *more]


async def ask_editor(ls: Session) -> None:
    """Ask for the section ``errkb``, where the client answers such questions."""
    workspace = ls.client_capabilities.workspace
    if workspace and workspace.configuration:
        items = [types.ConfigurationItem(section="errkb")]
        answer = await ls.workspace_configuration_async(types.ConfigurationParams(items))
        ls.editor_settings = answer[0] if answer and isinstance(answer[0], dict) else {}


async def did_change_configuration(ls: Session, params: types.DidChangeConfigurationParams) -> None:
    """Take over the new settings: those that were sent, or those that the client answers with."""
    if isinstance(params.settings, dict) and params.settings:
        ls.editor_settings = params.settings
    await ask_editor(ls)
    await load(ls)


async def did_change_watched_files(ls: Session, _params: types.DidChangeWatchedFilesParams) -> None:
    """A settings file or an entry changed."""
    await load(ls)


async def did_change_workspace_folders(ls: Session, _params: types.DidChangeWorkspaceFoldersParams) -> None:
    """The first folder is the project."""
    ls.project = first_folder(ls)
    await load(ls)


def first_folder(ls: Session) -> Path | None:
    """The project: the first workspace folder that is on disk, else the root."""
    uris = [*ls.workspace.folders, *([ls.workspace.root_uri] if ls.workspace.root_uri else [])]
    return next((path for path in map(to_path, uris) if path), None)


async def watch(ls: Session) -> None:
    """Notice changes of files: by the client where it can, and by looking at those that it does not see."""
    workspace = ls.client_capabilities.workspace
    by_client = bool(workspace and workspace.did_change_watched_files and workspace.did_change_watched_files.dynamic_registration)
    if by_client:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("errkb-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await ls.client_register_capability_async(types.RegistrationParams([registration]))
    seen = _state_of_files(ls, by_client=by_client)
    while True:
        started = time.monotonic()
        state = _state_of_files(ls, by_client=by_client)
        took = time.monotonic() - started
        if state != seen:
            seen = state
            await load(ls)
        await asyncio.sleep(max(_POLL_SECONDS, took / _POLL_SHARE))


def _state_of_files(ls: Session, *, by_client: bool) -> dict[str, int]:
    """When each file that matters was changed last, but for those that the client watches and the built-in ones of an installed package."""
    project = ls.project if ls.settings.trusted else None
    watched = str(project / PROJECT_FOLDER) if project and by_client else None
    files = [user_config_file()] + ([project_config_file(project), project / "pyproject.toml"] if project and not by_client else [])
    state = {str(path): path.stat().st_mtime_ns for path in files if path.is_file()}
    for layer in layers(ls.settings, project):
        folder = str(layer.folder)
        if (watched and folder.startswith(watched)) or (layer.folder == built_in_folder() and "site-packages" in folder):
            continue
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".json"):
                    path = os.path.join(place, name)
                    state[path] = os.stat(path).st_mtime_ns if os.path.exists(path) else 0
    return state


def _tell(ls: Session, problems: list[Problem]) -> None:
    for problem in problems:
        ls.note(str(problem))
    if problems:
        more = f" (and {len(problems) - 1} more, see the log)" if len(problems) > 1 else ""
        ls.complain(f"errkb: {problems[0].path}: {problems[0].message} {problems[0].remedy}{more}")
