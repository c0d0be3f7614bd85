"""Open documents: pygls' workspace with documents of our own.

pygls splits and joins the whole text at every change, and takes a form feed or U+2028 for the end of a line, which shifts every line
below and then corrupts the text. Here a document is a :class:`errkb_ls.matching.Document`, and a change costs what it touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from errkb_ls.configuration import Settings, matches_glob
from errkb_ls.matching import Document
from errkb_ls.server.convert import Encoding, from_position, to_path

#: Clients that keep a lone carriage return inside a line; the others follow the protocol and end the line there.
_LF_ONLY_CLIENTS = ("neovim", "helix", "emacs*", "eglot*")

#: Documents of these schemes hold output of programs whatever they are called.
_OUTPUT_SCHEMES = ("output", "term")

#: Terminals are logs, too, whatever the settings name.
_TERMINAL_LANGUAGES = ("terminal", "errkb-terminal")


class LogDocument(TextDocument):
    """An open document.

    :ivar log: its text and findings
    :ivar edits: number of changes so far, to see whether it changed meanwhile
    """

    def __init__(self, uri: str, text: str, version: int | None, language_id: str | None, *, encoding: Encoding, lf_only: bool) -> None:
        super().__init__(uri, source="", version=version, language_id=language_id)
        self.log = Document(text, lf_only=lf_only)
        self.edits = 0
        self._encoding = encoding

    @property
    def source(self) -> str:
        """The whole text. Costly; nothing of ours asks for it."""
        return str(self.log.text)

    @property
    def lines(self) -> Sequence[str]:
        """The lines as the protocol defines them, without their ends."""
        return self.log.text.between(0, len(self.log.text))

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply a change; one beyond the text is taken to be at its end."""
        self.edits += 1
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = (from_position(p, self.log.text, self._encoding) for p in (change.range.start, change.range.end))
            self.log.edit(start, end, change.text)
        else:
            self.log = Document(change.text, lf_only=self.log.text.lf_only, width=self.log.width)


class LogWorkspace(Workspace):
    """A workspace whose documents are :class:`LogDocument`."""

    lf_only = False

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> LogDocument:
        return LogDocument(doc_uri, source or "", version, language_id, encoding=self.position_encoding, lf_only=self.lf_only)

    def log_document(self, uri: str) -> LogDocument | None:
        """The open document, None when there is none: nothing is ever read from disk instead."""
        document = self.text_documents.get(unquote(uri))
        return document if isinstance(document, LogDocument) else None


def keeps_carriage_returns(client_name: str | None, settings: Settings) -> bool:
    """Whether rows end at line feeds only, by the settings or by what is known of the client."""
    if settings.line_endings != "auto":
        return settings.line_endings == "lf"
    return any(fnmatchcase((client_name or "").lower(), pattern) for pattern in _LF_ONLY_CLIENTS)


def is_log(document: TextDocument, settings: Settings) -> bool:
    """Whether a document is one to look into: by its language, where its text comes from, or its name."""
    if document.language_id in (*settings.language_ids, *_TERMINAL_LANGUAGES) or document.uri.split(":", 1)[0] in _OUTPUT_SCHEMES:
        return True
    path = to_path(document.uri)
    name = str(path) if path else unquote(document.uri)
    return any(matches_glob(name, glob) for glob in settings.documents)
