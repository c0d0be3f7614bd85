"""``textDocument/codeAction``: what can be done about the findings in a range.

Each action runs a command. Copying needs the client's clipboard: a client that named ``errkb.copy`` in the ``clientCommands`` of its
initializationOptions gets that command with the text; for others the server shows the text in a message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from errkb_ls.matching import Finding
from errkb_ls.rendering import commands, doc_url
from errkb_ls.server.session import Session
from errkb_ls.server.workspace import LogDocument


def code_action(ls: Session, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Actions for every finding that shares a row with the range, in a stable order."""
    document = ls.log(params.text_document.uri)
    if not document:
        return []
    found: dict[str, Finding] = {}
    for row in range(params.range.start.line, min(params.range.end.line, params.range.start.line + _MAX_ROWS) + 1):
        for finding in document.log.at_row(row):
            if ls.is_visible(document.uri, finding):
                found.setdefault(finding.entry.id, finding)
    actions = (action for finding in found.values() for action in _actions(ls, document, finding))
    return [action for action in actions if _is_wanted(str(action.kind), params.context.only)]


_KIND = "quickfix.errkb"
#: A selection of a whole log asks for everything at once; nobody reads that many actions.
_MAX_ROWS = 200


def _actions(ls: Session, document: LogDocument, finding: Finding) -> Iterator[types.CodeAction]:
    entry = finding.entry
    copy = "errkb.copy" if "errkb.copy" in (ls.options.get("clientCommands") or ()) else "errkb.copyCommand"
    for action, command in commands(finding):
        yield _action(ls, document, finding, f"errkb: copy `{command}` – {action}", "copy", copy, [command])
    if url := doc_url(entry):
        yield _action(ls, document, finding, f"errkb: open the documentation of {entry.id}", "open", "errkb.openDocumentation", [url])
    yield _action(ls, document, finding, f"errkb: explain in full: {entry.id}", "explain", "errkb.showEntry", [entry.id, finding.captures])
    yield _action(
        ls, document, finding, f"errkb: mute {entry.id} in this document", "mute", "errkb.mute", ["document", entry.id, document.uri]
    )
    if ls.project and ls.settings.trusted:  # what is written there would not be read otherwise
        yield _action(
            ls, document, finding, f"errkb: mute {entry.id} in this workspace", "mute", "errkb.mute", ["workspace", entry.id, document.uri]
        )


def _is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a kind is, or is below, one of those that were asked for; the empty one means all."""
    return only is None or any(not asked or f"{kind}.".startswith(f"{asked}.") for asked in only)


def _action(
    ls: Session, document: LogDocument, finding: Finding, title: str, kind: str, command: str, arguments: list[object]
) -> types.CodeAction:
    text_document = ls.client_capabilities.text_document
    capability = text_document.code_action if text_document else None
    claimed = finding.entry.verification_tier == "ai_generated" and capability and capability.tag_support
    mine = [d for d in ls.published.get(document.uri, ()) if d.code == finding.entry.id and d.range.start.line == finding.span.row]
    title = " ".join(title.split())
    return types.CodeAction(
        title=title,
        kind=f"{_KIND}.{kind}",
        diagnostics=mine or None,
        command=types.Command(title=title, command=command, arguments=arguments),
        tags=[types.CodeActionTag.LlmGenerated] if claimed else None,
    )
