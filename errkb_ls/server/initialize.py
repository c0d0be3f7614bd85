"""``initialize`` and ``initialized``.

``initialize`` is answered before any knowledge is loaded (the settings files alone are read, since they say where lines end);
documents that are opened before it is there wait.
"""

from __future__ import annotations

import asyncio
import os
from typing import Final

from lsprotocol import types

from errkb_ls.server.configuration import ask_editor, first_folder
from errkb_ls.server.loading import load, read_settings
from errkb_ls.server.session import Session
from errkb_ls.server.watched_files import can_watch, watch
from errkb_ls.server.workspace import LogWorkspace, keeps_carriage_returns

_PARENT_SECONDS: Final = 5.0


def initialize(ls: Session, params: types.InitializeParams) -> None:
    """Remember who asks, and put our own workspace in the place of pygls'."""
    ls.options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
    ls.locale = params.locale
    # A process that is not there now is one of another machine or container, whose numbers say nothing here.
    ls.client_process = params.process_id if params.process_id and os.name == "posix" and _is_there(params.process_id) else None
    given = ls.workspace
    ours = LogWorkspace(given.root_uri, types.TextDocumentSyncKind.Incremental, list(given.folders.values()), given.position_encoding)
    ls.protocol._workspace = ours  # noqa: SLF001 - pygls has no other way; the tests hold it
    ls.project = first_folder(ls)
    ls.settings, _ = read_settings(ls)
    ls.client_watches = can_watch(ls)
    ours.lf_only = keeps_carriage_returns(params.client_info.name if params.client_info else None, ls.settings)


async def initialized(ls: Session, _params: types.InitializedParams) -> None:
    """Load settings and knowledge, and keep an eye on their files and on the client."""
    loop = asyncio.get_running_loop()
    ls.in_background(loop.create_task(_watch_parent(ls)))
    ls.in_background(loop.create_task(watch(ls)))
    if (given := await ask_editor(ls)) is not None:
        ls.editor_settings = given
    await load(ls)


async def _watch_parent(ls: Session) -> None:
    """End with the client's process: one that was killed closes nothing."""
    while ls.client_process:
        if not _is_there(ls.client_process):
            os._exit(1)
        await asyncio.sleep(_PARENT_SECONDS)


def _is_there(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
