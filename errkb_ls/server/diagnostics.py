"""``textDocument/publishDiagnostics``: one warning for each failure, hints for its repeats.

Diagnostics are pushed, with the document's version. They are not offered for pulling as well: clients that get both show everything twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from errkb_ls.matching import Failure, Span
from errkb_ls.rendering import doc_url, message, severity
from errkb_ls.server.convert import SEVERITIES, to_range
from errkb_ls.server.progress import progress
from errkb_ls.server.session import Session
from errkb_ls.server.workspace import LogDocument

logger = logging.getLogger(__name__)

#: The first result comes at once; then a log that grows is told of at most so often.
_EVERY_SECONDS: Final = 0.2
_MAX_RELATED: Final = 10


def schedule(ls: Session, uri: str) -> None:
    """Have a document scanned and its diagnostics published, soon. One task for each document sees to it until nothing is out of date."""
    if uri not in ls.scans:
        ls.scans[uri] = asyncio.get_running_loop().create_task(_keep_up(ls, uri))


def refresh(ls: Session, document: LogDocument) -> None:
    """Have a document's diagnostics made again, though its text is the same."""
    document.edits += 1
    schedule(ls, document.uri)


def rescan_all(ls: Session) -> None:
    """Have every document scanned again, since the knowledge or the settings changed."""
    for document in ls.documents.text_documents.values():
        if isinstance(document, LogDocument):
            document.log.invalidate()
            refresh(ls, document)


def publish(ls: Session, uri: str, diagnostics: list[types.Diagnostic], version: int | None) -> None:
    """Send a document's diagnostics, unless the client has just these."""
    if ls.published.get(uri, []) != diagnostics:
        ls.published[uri] = diagnostics
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))


async def _keep_up(ls: Session, uri: str) -> None:
    try:
        await ls.ready.wait()
        while document := ls.documents.log_document(uri):
            seen = document.edits
            if ls.log(uri) is None:
                publish(ls, uri, [], document.version)
            elif await _scan(ls, document):
                publish(ls, uri, list(diagnostics_of(ls, document)), document.version)
                await asyncio.sleep(_EVERY_SECONDS)
            if document.edits == seen and ls.documents.log_document(uri) is document:
                return
    except Exception:
        logger.exception("scanning %s", uri)
    finally:
        # Here and not in a callback, which would run later: a change in between would find the task still there, and wait for ever.
        if ls.scans.get(uri) is asyncio.current_task():
            del ls.scans[uri]


async def _scan(ls: Session, document: LogDocument) -> bool:
    """Bring the findings up to date; False when the document changed meanwhile."""
    seen = document.edits
    async with progress(ls, "errkb: scanning") as report:
        for done in document.log.rescan(ls.engine.matcher):
            await asyncio.sleep(0)
            await report(done)
            # Behind everything that waits: to go on with an iterator that began before a change would lose the change.
            if document.edits != seen:
                break
    return document.edits == seen


def visible_failures(ls: Session, document: LogDocument) -> list[Failure]:
    """What went wrong, without what is muted in this document or hidden by the settings."""
    return [
        failure
        for failure in document.log.failures()
        if ls.is_visible(document.uri, failure.finding) and severity(failure, ls.settings.severity)
    ]


def diagnostics_of(ls: Session, document: LogDocument) -> Iterator[types.Diagnostic]:
    """The diagnostics of a document, in order of the text; when there are too many, repeats are left out first."""
    failures = visible_failures(ls, document)
    repeated = [failure for failure in failures if severity(failure, ls.settings.severity, repeat=True)]
    shown = [(failure, failure.finding.span, False) for failure in failures]
    shown += [(failure, span, True) for failure in repeated for span in failure.spans[1:]]
    # Not the length of what could be shown: of very many repeats only the first ones' places are kept.
    total, limit = len(failures) + sum(failure.count - 1 for failure in repeated), max(ls.settings.max_diagnostics, 1)
    if total > len(shown) or total > limit:
        shown = shown[: limit - 1]
        yield _left_out(total - len(shown))
    for failure, span, repeat in sorted(shown, key=lambda one: one[1]):
        yield _diagnostic(ls, document, failure, span, repeat=repeat)


def _diagnostic(ls: Session, document: LogDocument, failure: Failure, span: Span, *, repeat: bool) -> types.Diagnostic:
    entry = failure.finding.entry
    url = doc_url(entry)
    capabilities = ls.client_capabilities.text_document
    published = capabilities.publish_diagnostics if capabilities else None
    return types.Diagnostic(
        range=to_range(span, document.log.text.__getitem__, ls.workspace.position_encoding),
        message=message(failure.finding, ls.language),
        severity=SEVERITIES[severity(failure, ls.settings.severity, repeat=repeat) or "hint"],
        code=entry.id,
        code_description=types.CodeDescription(url) if url and published and published.code_description_support else None,
        source="errkb",
        related_information=list(_related(ls, document, failure, repeat=repeat)) or None
        if published and published.related_information
        else None,
        data={"id": entry.id},
    )


def _related(ls: Session, document: LogDocument, failure: Failure, *, repeat: bool) -> Iterator[types.DiagnosticRelatedInformation]:
    """Places that belong to it: the cause, and the other occurrences or, from one of these, the first."""

    def at(span: Span, text: str) -> types.DiagnosticRelatedInformation:
        place = to_range(span, document.log.text.__getitem__, ls.workspace.position_encoding)
        return types.DiagnosticRelatedInformation(types.Location(document.uri, place), text)

    if failure.cause:
        yield at(failure.cause.span, message(failure.cause, ls.language))
    if repeat:
        yield at(failure.finding.span, message(failure.finding, ls.language))
        return
    for number, span in enumerate(failure.spans[1 : _MAX_RELATED + 1], 2):
        yield at(span, f"{number}/{failure.count}")


def _left_out(count: int) -> types.Diagnostic:
    return types.Diagnostic(
        range=types.Range(types.Position(0, 0), types.Position(0, 0)),
        message=f"{count} more places are not shown (setting: max_diagnostics)",
        severity=types.DiagnosticSeverity.Information,
        source="errkb",
    )
