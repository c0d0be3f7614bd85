"""What the server knows between messages: settings, knowledge, what is muted and what was published."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from errkb_ls import __version__
from errkb_ls.configuration import Settings
from errkb_ls.engine import Engine
from errkb_ls.knowledge import Problem
from errkb_ls.matching import Finding
from errkb_ls.rendering import Language
from errkb_ls.server.workspace import LogDocument, LogWorkspace, is_log

logger = logging.getLogger(__name__)

#: How long a client may take for an answer: one that never gives it must not stop everything else.
PATIENCE_SECONDS: Final = 5.0
#: A thread that is stuck must not keep the process alive.
_EXIT_SECONDS: Final = 2.0


class Session(LanguageServer):
    """The server with its state. Handlers get it as their first argument.

    :ivar engine: replaced as a whole when knowledge or settings change
    :ivar ready: set once there is an engine with knowledge
    :ivar loading: held while settings and knowledge are read
    :ivar loads_asked: how often somebody asked for that, and :ivar:`loads_served` how many of these were served
    :ivar files: when each file was changed last that settings and knowledge were read from
    :ivar client_watches: whether the client tells of changes in the project
    :ivar problems: what was wrong with settings and knowledge
    :ivar options: ``initializationOptions``
    :ivar editor_settings: what the editor said last, on request or by itself
    :ivar client_process: number of the client's process, None where it cannot be watched
    :ivar scans: the task that scans a document, by URI
    :ivar published: the diagnostics a client has, by URI
    :ivar muted_here: ids of entries that are muted in single documents, by URI
    """

    def __init__(self) -> None:
        super().__init__("errkb-ls", __version__, max_workers=4)
        self.settings = Settings()
        self.engine = Engine()
        self.ready = asyncio.Event()
        self.loading = asyncio.Lock()
        self.loads_asked = self.loads_served = 0
        self.files: dict[str, int] = {}
        self.client_watches = False
        self.problems: list[Problem] = []
        self.language: Language = "en"
        self.locale: str | None = None
        self.project: Path | None = None
        self.options: dict[str, Any] = {}
        self.editor_settings: dict[str, Any] = {}
        self.client_process: int | None = None
        self.scans: dict[str, asyncio.Task[None]] = {}
        self.published: dict[str, list[types.Diagnostic]] = {}
        self.background: set[asyncio.Task[None]] = set()
        self.muted_here: dict[str, list[str]] = {}
        self._complained = False

    @property
    def documents(self) -> LogWorkspace:
        """The open documents."""
        return cast("LogWorkspace", self.workspace)

    def log(self, uri: str) -> LogDocument | None:
        """The open document, if it is one to look into."""
        document = self.documents.log_document(uri)
        return document if document and is_log(document, self.settings) else None

    def is_visible(self, uri: str, finding: Finding) -> bool:
        """Whether a finding is not muted in this document."""
        return finding.entry.id not in self.muted_here.get(uri, ())

    def tell(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show the user a message."""
        self.window_show_message(types.ShowMessageParams(kind, text))

    def note(self, text: str, kind: types.MessageType = types.MessageType.Warning) -> None:
        """Write to the client's log."""
        self.window_log_message(types.LogMessageParams(kind, text))

    def complain(self, text: str) -> None:
        """Show that something is wrong, once in a session: the rest is in the log."""
        if not self._complained:
            self._complained = True
            self.tell(text, types.MessageType.Warning)

    def in_background(self, task: asyncio.Task[None]) -> None:
        """Keep a task alive until it is done, as asyncio itself holds tasks weakly, and log how it failed."""
        self.background.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.background.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("in the background: %s", error, exc_info=error)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error in a handler or a malformed message; pygls would show each one in a window."""
        logger.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)

    def shutdown(self) -> None:
        """Stop, whatever some thread is doing."""
        for task in (*self.background, *self.scans.values()):
            with suppress(RuntimeError):  # the loop is closed
                task.cancel()
        timer = threading.Timer(_EXIT_SECONDS, os._exit, (0,))
        timer.daemon = True
        timer.start()
        super().shutdown()  # type: ignore[no-untyped-call]
