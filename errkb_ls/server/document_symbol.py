"""``textDocument/documentSymbol``: the outline of what went wrong, consequences below their cause."""

from __future__ import annotations

from lsprotocol import types

from errkb_ls.matching import Failure
from errkb_ls.rendering import message
from errkb_ls.server.convert import to_range
from errkb_ls.server.diagnostics import visible_failures
from errkb_ls.server.session import Session
from errkb_ls.server.workspace import LogDocument


def document_symbol(ls: Session, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """One symbol for each failure, at most as many as diagnostics; flat for clients that know no other."""
    document = ls.log(params.text_document.uri)
    if not document:
        return []
    failures = visible_failures(ls, document)[: max(ls.settings.max_diagnostics, 1)]
    text_document = ls.client_capabilities.text_document
    capability = text_document.document_symbol if text_document else None
    if not capability or not capability.hierarchical_document_symbol_support:
        return [_flat(ls, document, failure) for failure in failures]
    below: dict[str, list[Failure]] = {}
    for failure in failures:
        if failure.cause:
            below.setdefault(failure.cause.entry.id, []).append(failure)
    shown = {failure.finding.entry.id for failure in failures}
    tops = [f for f in failures if not f.cause or f.cause.entry.id not in shown or f.cause.entry.id == f.finding.entry.id]
    return [_tree(ls, document, failure, below) for failure in tops]


def _tree(ls: Session, document: LogDocument, failure: Failure, below: dict[str, list[Failure]]) -> types.DocumentSymbol:
    place = to_range(failure.finding.span, document.log.text.__getitem__, ls.workspace.position_encoding)
    # Taken out on the way down, so that a cycle in the knowledge ends and nothing is listed twice.
    children = below.pop(failure.finding.entry.id, [])
    return types.DocumentSymbol(
        name=message(failure.finding, ls.language),
        detail=failure.finding.entry.id,
        kind=types.SymbolKind.Event,
        range=place,
        selection_range=place,
        children=[_tree(ls, document, child, below) for child in children],
    )


def _flat(ls: Session, document: LogDocument, failure: Failure) -> types.SymbolInformation:
    place = to_range(failure.finding.span, document.log.text.__getitem__, ls.workspace.position_encoding)
    return types.SymbolInformation(
        location=types.Location(document.uri, place), name=message(failure.finding, ls.language), kind=types.SymbolKind.Event
    )
