"""``workspace/didChangeWatchedFiles``: changes of settings files and knowledge take effect without a restart.

The client tells of those in the project where it can. At all others, and for clients that cannot, the server itself looks now and then.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from errkb_ls.configuration import PROJECT_FOLDER
from errkb_ls.server.loading import load, state_of_files
from errkb_ls.server.session import PATIENCE_SECONDS, Session

logger = logging.getLogger(__name__)

#: How often files are looked at that the client does not watch, and at most this share of the time.
_POLL_SECONDS: Final = 2.0
_POLL_SHARE: Final = 0.01

_WATCHED: Final = (f"**/{PROJECT_FOLDER}/**", "**/pyproject.toml")


async def did_change_watched_files(ls: Session, _params: types.DidChangeWatchedFilesParams) -> None:
    """A settings file or an entry changed."""
    await load(ls)


def can_watch(ls: Session) -> bool:
    """Whether the client says that it can tell of changes of files."""
    workspace = ls.client_capabilities.workspace
    return bool(workspace and workspace.did_change_watched_files and workspace.did_change_watched_files.dynamic_registration)


async def watch(ls: Session) -> None:
    """Notice changes of files: by the client where it can, and by looking at those that it does not see while documents are open."""
    if ls.client_watches:
        ls.client_watches = await _register(ls)
    pause = _POLL_SECONDS
    while True:
        await asyncio.sleep(pause)
        if ls.ready.is_set() and ls.documents.text_documents:
            started = time.monotonic()
            project = ls.project if ls.settings.trusted else None
            look = partial(state_of_files, ls.settings, project, client_watches=ls.client_watches)
            state = await asyncio.get_running_loop().run_in_executor(ls.thread_pool, look)
            pause = max(_POLL_SECONDS, (time.monotonic() - started) / _POLL_SHARE)
            if state != ls.files:
                await load(ls)


async def _register(ls: Session) -> bool:
    """Have the client watch the project; answers whether it does."""
    watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("errkb-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    try:
        await asyncio.wait_for(ls.client_register_capability_async(types.RegistrationParams([registration])), PATIENCE_SECONDS)
    except (asyncio.TimeoutError, JsonRpcException) as error:
        logger.warning("the client does not watch files: %r", error)
        return False
    return True
