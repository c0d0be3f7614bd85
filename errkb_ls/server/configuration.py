"""Settings from the editor: ``workspace/didChangeConfiguration``, ``workspace/configuration``, ``workspace/didChangeWorkspaceFolders``."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from errkb_ls.server.convert import to_path
from errkb_ls.server.loading import load
from errkb_ls.server.session import PATIENCE_SECONDS, Session

logger = logging.getLogger(__name__)


async def did_change_configuration(ls: Session, params: types.DidChangeConfigurationParams) -> None:
    """Take over the new settings: those that the client answers with, else those that were sent, in a section of their own or not."""
    given = await ask_editor(ls)
    if given is None and isinstance(params.settings, dict):
        sent = params.settings.get("errkb", params.settings)
        given = sent if isinstance(sent, dict) else {}
    if given is not None:
        ls.editor_settings = given
    await load(ls)


async def did_change_workspace_folders(ls: Session, _params: types.DidChangeWorkspaceFoldersParams) -> None:
    """The first folder is the project."""
    ls.project = first_folder(ls)
    await load(ls)


async def ask_editor(ls: Session) -> dict[str, Any] | None:
    """The section ``errkb`` of the editor's settings; None where it has none, or does not answer such questions."""
    workspace = ls.client_capabilities.workspace
    if not workspace or not workspace.configuration:
        return None
    items = [types.ConfigurationItem(section="errkb")]
    try:
        answer = await asyncio.wait_for(ls.workspace_configuration_async(types.ConfigurationParams(items)), PATIENCE_SECONDS)
    except (asyncio.TimeoutError, JsonRpcException) as error:
        logger.warning("the client did not answer workspace/configuration: %r", error)
        return None
    return answer[0] if answer and isinstance(answer[0], dict) else None


def first_folder(ls: Session) -> Path | None:
    """The project: the first workspace folder that is on disk, else the root."""
    uris = [*ls.workspace.folders, *([ls.workspace.root_uri] if ls.workspace.root_uri else [])]
    return next((path for path in map(to_path, uris) if path), None)
