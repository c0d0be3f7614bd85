"""Settings and knowledge, read in the places where they are given; read again when something changed."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from errkb_ls.configuration import (
    PROJECT_FOLDER,
    Settings,
    Source,
    file_sources,
    layers,
    project_config_file,
    settings_from,
    user_config_file,
)
from errkb_ls.engine import Engine, open_engine
from errkb_ls.knowledge import Problem, built_in_folder
from errkb_ls.rendering import choose_language
from errkb_ls.server.diagnostics import rescan_all
from errkb_ls.server.muting import read_muted
from errkb_ls.server.progress import PROGRESS_SECONDS, progress
from errkb_ls.server.session import Session

logger = logging.getLogger(__name__)


async def load(ls: Session) -> None:
    """Read settings and knowledge anew, then look at every open document again. What is wrong is told and left out."""
    ls.loads_asked += 1
    mine = ls.loads_asked
    async with ls.loading:  # one at a time, so that what is read last counts
        # Whoever asked before a load began is served by it: an editor that saves fifty files has two loads, not fifty.
        if ls.loads_served < mine:
            asked = ls.loads_asked
            await _load(ls)
            ls.loads_served = asked


def read_settings(ls: Session) -> tuple[Settings, list[Problem]]:
    """The settings in force. Files of a project count only where the client does not say that it is not trusted."""
    folder = ls.project or Path()
    options = {key: value for key, value in ls.options.items() if key != "clientCommands"}
    editor = [Source("initializationOptions", options, folder), Source("the editor's settings", ls.editor_settings, folder)]
    trusted = settings_from(editor)[0].trusted
    files, problems = file_sources(ls.project if trusted else None)
    settings, more = settings_from([*files, *editor])
    return settings, [*problems, *more]


def state_of_files(settings: Settings, project: Path | None, *, client_watches: bool) -> dict[str, int]:
    """When each file that matters was changed last, but for those that the client watches and the built-in ones of an installed package.

    :param project: the project, None where there is none or it is not trusted
    """
    watched = str(project / PROJECT_FOLDER) if project and client_watches else None
    paths = [str(user_config_file())]
    paths += [str(project_config_file(project)), str(project / "pyproject.toml")] if project and not client_watches else []
    for layer in layers(settings, project):
        folder = str(layer.folder)
        if not (watched and folder.startswith(watched)) and not (layer.folder == built_in_folder() and "site-packages" in folder):
            paths += _entry_files(folder)
    return {path: changed for path in paths if (changed := _changed(path))}


async def _load(ls: Session) -> None:
    settings, problems = read_settings(ls)
    try:
        engine = await _opened(ls, settings)
    except Exception as error:
        logger.exception("loading the knowledge base")
        ls.complain(f"errkb: the knowledge base could not be loaded: {error}")
        engine = ls.engine
    ls.settings, ls.engine, ls.muted_here = settings, engine, read_muted()
    ls.language = choose_language(settings.language, ls.locale, *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")))
    _tell(ls, [*problems, *engine.problems])
    ls.ready.set()
    rescan_all(ls)


async def _opened(ls: Session, settings: Settings) -> Engine:
    """The engine for some settings, made in a thread: it takes seconds at the worst."""
    project, loop = ls.project if settings.trusted else None, asyncio.get_running_loop()
    # First, so that no change is missed while it takes.
    ls.files = await loop.run_in_executor(ls.thread_pool, partial(state_of_files, settings, project, client_watches=ls.client_watches))
    async with progress(ls, "errkb: loading the knowledge base") as report:
        loading = loop.run_in_executor(ls.thread_pool, open_engine, settings, project)
        while not (await asyncio.wait([loading], timeout=PROGRESS_SECONDS))[0]:
            await report(0)
        return await loading


def _entry_files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(place, name) for name in names if name.endswith(".json"))


def _changed(path: str) -> int | None:
    with suppress(OSError):
        return os.stat(path).st_mtime_ns
    return None


def _tell(ls: Session, problems: list[Problem]) -> None:
    """Write what is wrong to the client's log, each thing once for as long as it lasts, and show the first in a window."""
    told = set(ls.problems)
    for problem in problems:
        if problem not in told:
            ls.note(str(problem))
    ls.problems = problems
    if problems:
        more = f" (and {len(problems) - 1} more, see the log)" if len(problems) > 1 else ""
        ls.complain(f"errkb: {problems[0].path}: {problems[0].message} {problems[0].remedy}{more}")
