"""Every message that is answered, on one screen.

pygls answers ``shutdown``, ``exit``, ``$/cancelRequest`` and the like by itself. To add a conversation, write its file and name it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lsprotocol import types

from errkb_ls.server.code_action import code_action
from errkb_ls.server.commands import COMMANDS
from errkb_ls.server.configuration import did_change_configuration, did_change_workspace_folders
from errkb_ls.server.document_symbol import document_symbol
from errkb_ls.server.documents import did_change, did_close, did_open, terminal_width
from errkb_ls.server.hover import hover
from errkb_ls.server.initialize import initialize, initialized
from errkb_ls.server.session import Session
from errkb_ls.server.watched_files import did_change_watched_files

FEATURES: Final[dict[str, tuple[Callable[..., Any], object]]] = {
    types.INITIALIZE: (initialize, None),
    types.INITIALIZED: (initialized, None),
    types.TEXT_DOCUMENT_DID_OPEN: (did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (did_change, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (did_close, None),
    types.TEXT_DOCUMENT_HOVER: (hover, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (code_action, types.CodeActionOptions([types.CodeActionKind.QuickFix])),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (document_symbol, None),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (did_change_configuration, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (did_change_watched_files, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (did_change_workspace_folders, None),
    "errkb/terminalWidth": (terminal_width, None),
}


def create_server() -> Session:
    """A server that answers all of :data:`FEATURES` and :data:`COMMANDS`, not yet started."""
    server = Session()
    for method, (handler, options) in FEATURES.items():
        server.feature(method, options)(handler)
    for name, command in COMMANDS.items():
        server.command(name)(command)
    return server
