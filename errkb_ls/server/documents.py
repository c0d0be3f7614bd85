"""``textDocument/didOpen``, ``didChange``, ``didClose`` and ``errkb/terminalWidth``.

pygls applies the changes to the documents of :mod:`~errkb_ls.server.workspace` before these handlers run.
"""

from __future__ import annotations

from lsprotocol import types

from errkb_ls.server.diagnostics import publish, refresh, schedule
from errkb_ls.server.session import Session


def did_open(ls: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Look into it, if it is a log."""
    if ls.log(params.text_document.uri):
        schedule(ls, params.text_document.uri)


def did_change(ls: Session, params: types.DidChangeTextDocumentParams) -> None:
    """Look at what changed."""
    if ls.log(params.text_document.uri):
        schedule(ls, params.text_document.uri)


def did_close(ls: Session, params: types.DidCloseTextDocumentParams) -> None:
    """Take its diagnostics away: nobody else would."""
    uri = params.text_document.uri
    if scan := ls.scans.pop(uri, None):
        scan.cancel()
    publish(ls, uri, [], None)
    ls.published.pop(uri, None)


def terminal_width(ls: Session, params: object) -> None:
    """Put broken lines together at a known width: ``{"uri": …, "width": 80}``."""
    uri, width = getattr(params, "uri", None), getattr(params, "width", None)
    document = ls.documents.log_document(uri) if isinstance(uri, str) else None
    if document and (width is None or isinstance(width, int)) and document.log.width != width:
        document.log.width = width
        document.log.invalidate()
        refresh(ls, document)
