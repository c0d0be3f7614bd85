"""``initialize`` and ``initialized``.

``initialize`` is answered before any knowledge is loaded (the settings files alone are read, since they say where lines end);
documents that are opened before it is there wait.
"""

from __future__ import annotations

import asyncio
import os
from typing import Final

from lsprotocol import types

from errkb_ls.server import settings
from errkb_ls.server.session import Session
from errkb_ls.server.workspace import LogWorkspace, keeps_carriage_returns

_PARENT_SECONDS: Final = 5.0


def initialize(ls: Session, params: types.InitializeParams) -> None:
    """Remember who asks, and put our own workspace in the place of pygls'."""
    ls.options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
    ls.locale = params.locale
    given = ls.workspace
    ours = LogWorkspace(given.root_uri, types.TextDocumentSyncKind.Incremental, list(given.folders.values()), given.position_encoding)
    ls.protocol._workspace = ours  # noqa: SLF001 - pygls has no other way; the tests hold it
    ls.project = settings.first_folder(ls)
    ls.settings, _ = settings.read_settings(ls)
    ours.lf_only = keeps_carriage_returns(params.client_info.name if params.client_info else None, ls.settings)


async def initialized(ls: Session, _params: types.InitializedParams) -> None:
    """Load settings and knowledge, and keep an eye on their files and on the client."""
    loop = asyncio.get_running_loop()
    ls.in_background(loop.create_task(_watch_parent(ls)))
    await settings.ask_editor(ls)
    await settings.load(ls)
    ls.in_background(loop.create_task(settings.watch(ls)))


async def _watch_parent(ls: Session) -> None:
    """End with the client's process: one that was killed closes nothing."""
    while ls.process_id and os.name == "posix":
        try:
            os.kill(ls.process_id, 0)
        except ProcessLookupError:
            os._exit(1)
        except PermissionError:
            return
        await asyncio.sleep(_PARENT_SECONDS)
