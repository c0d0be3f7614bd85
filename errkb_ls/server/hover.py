"""``textDocument/hover``: the card, anywhere on a row of a finding."""

from __future__ import annotations

from lsprotocol import types

from errkb_ls.matching import Finding
from errkb_ls.rendering import Style, card
from errkb_ls.server.convert import from_position, to_range
from errkb_ls.server.session import Session
from errkb_ls.server.workspace import LogDocument


def hover(ls: Session, params: types.HoverParams) -> types.Hover | None:
    """The card of the finding under the cursor, else of the first one on that row."""
    document = ls.log(params.text_document.uri)
    finding = finding_at(ls, document, params.position) if document else None
    if not document or not finding:
        return None
    style = style_of(ls)
    text = card(finding, ls.engine.knowledge, ls.language, style=style, detail=ls.settings.hover_detail)
    kind = types.MarkupKind.Markdown if style == "markdown" else types.MarkupKind.PlainText
    span = to_range(finding.span, document.log.text.__getitem__, ls.workspace.position_encoding)
    return types.Hover(types.MarkupContent(kind, text), span)


def finding_at(ls: Session, document: LogDocument, position: types.Position) -> Finding | None:
    """The finding at a position, else the first one on its row; those muted here do not count."""
    place = from_position(position, document.log.text, ls.workspace.position_encoding)
    found = [finding for finding in document.log.at_row(position.line) if ls.is_visible(document.uri, finding)]

    def is_under(finding: Finding) -> bool:
        span = finding.span
        return (span.row, span.column) <= place <= (span.end_row, span.end_column)

    return next(filter(is_under, found), found[0] if found else None)


def style_of(ls: Session) -> Style:
    """What the client can show in a hover. One that says nothing gets Markdown, as nearly all can."""
    text_document = ls.client_capabilities.text_document
    formats = text_document.hover.content_format if text_document and text_document.hover else None
    return "plain" if formats and types.MarkupKind.Markdown not in formats else "markdown"
