"""``workspace/executeCommand``: the server's commands, all named ``errkb.…``.

Arguments come from the client as JSON and are checked here; a wrong one is an error for that request and nothing else. An argument that
may be left out is written ``*argument``: pygls wants all others, default values or not.
"""

from __future__ import annotations

import asyncio
import json
import platform
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import from_fs_path

from errkb_ls import __version__
from errkb_ls.configuration import disable_in_project
from errkb_ls.engine import cache_folder
from errkb_ls.matching import Document, Finding, Span, failures_of
from errkb_ls.rendering import card, failure_object, harmless, severity
from errkb_ls.server import muting
from errkb_ls.server.diagnostics import refresh
from errkb_ls.server.hover import style_of
from errkb_ls.server.loading import load
from errkb_ls.server.session import Session


def copy_command(ls: Session, text: str) -> str:
    """``errkb.copyCommand``: show a command so that it can be copied, and answer it: the clipboard belongs to the client."""
    ls.tell(harmless(text))
    return text


async def open_documentation(ls: Session, url: str) -> None:
    """``errkb.openDocumentation``: have the client open an http or https address."""
    if not url.startswith(("https://", "http://")):
        raise ValueError("only http and https addresses are opened")
    if not await _show(ls, url, external=True):
        ls.tell(harmless(url))


async def show_entry(ls: Session, entry_id: str, *captures: Any) -> str:
    """``errkb.showEntry``: open the whole card of an entry, and answer it. Captures fill its places."""
    await ls.ready.wait()
    if entry_id not in ls.engine.knowledge:
        raise ValueError(f"there is no entry {entry_id}")
    entry = ls.engine.knowledge[entry_id]
    values = {str(k): str(v) for k, v in captures[0].items()} if captures and isinstance(captures[0], dict) else {}
    finding = Finding(entry, 0, Span(0, 0, 0, 0), "", values)
    text = card(finding, ls.engine.knowledge, ls.language, style="markdown", detail="full")
    file = _written(entry_id, text)
    if not file or not await _show(ls, from_fs_path(str(file)) or "", external=False):
        ls.tell(card(finding, ls.engine.knowledge, ls.language, style="plain", detail="full"))
    return text


async def explain_text(ls: Session, text: str) -> dict[str, Any]:
    """``errkb.explainText``: what is known about a text, as cards and as the objects of ``errkb scan --format json``."""
    await ls.ready.wait()
    document = Document(text)
    for _ in document.rescan(ls.engine.matcher):
        await asyncio.sleep(0)
    failures = failures_of(document.findings)
    cards = [card(f.finding, ls.engine.knowledge, ls.language, style=style_of(ls), detail="full") for f in failures]
    objects = [failure_object("text", f, severity(f, ls.settings.severity) or "hint", ls.language) for f in failures]
    return {"markdown": "\n\n---\n\n".join(cards), "findings": objects}


async def mute(ls: Session, scope: str, entry_id: str, uri: str) -> str:
    """``errkb.mute``: silence an entry in one ``document`` or in the ``workspace``; what was written where is told and answered."""
    if scope == "document":
        ls.muted_here = muting.mute(ls.muted_here, uri, entry_id)
        if document := ls.documents.log_document(uri):
            refresh(ls, document)
        told = f"{entry_id} is muted in this document; {_remembered(ls)}."
    elif scope == "workspace" and ls.project:
        path = disable_in_project(ls.project, entry_id)
        await load(ls)
        told = f'Wrote "{entry_id}" to `disabled` in {path}.'
    else:
        raise ValueError("the scope is document, or workspace where a folder is open")
    ls.tell(f"errkb: {told}")
    return told


async def reload_kb(ls: Session) -> int:
    """``errkb.reloadKb``: read settings and knowledge anew; answers the number of entries."""
    await load(ls)
    return len(ls.engine.knowledge)


def print_debug_information(ls: Session, *uri: Any) -> str:
    """``errkb.printDebugInformation``: why something is, or is not, shown; ready to be pasted into an issue."""
    import msgspec

    about: dict[str, Any] = {
        "errkb-ls": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "ready": ls.ready.is_set(),
        "entries": len(ls.engine.knowledge),
        "problems": [str(problem) for problem in ls.problems],
        "language": ls.language,
        "project": str(ls.project),
        "settings": msgspec.to_builtins(ls.settings),
        "position encoding": str(ls.workspace.position_encoding),
        "open documents": len(ls.documents.text_documents),
    }
    if uri and isinstance(uri[0], str):
        about["document"] = _about_document(ls, uri[0])
    return json.dumps(about, indent=2, ensure_ascii=False)


COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    "errkb.copyCommand": copy_command,
    "errkb.explainText": explain_text,
    "errkb.mute": mute,
    "errkb.openDocumentation": open_documentation,
    "errkb.printDebugInformation": print_debug_information,
    "errkb.reloadKb": reload_kb,
    "errkb.showEntry": show_entry,
}


def _about_document(ls: Session, uri: str) -> dict[str, Any]:
    document = ls.documents.log_document(uri)
    if not document:
        return {"uri": uri, "is open": False}
    return {
        "uri": document.uri,
        "is open": True,
        "language id": document.language_id,
        "is looked into": ls.log(document.uri) is not None,
        "is being scanned": document.uri in ls.scans,
        "lines": len(document.log.text),
        "lines end at line feeds only": document.log.text.lf_only,
        "terminal width": document.log.width,
        "findings": len(document.log.findings),
        "diagnostics": len(ls.published.get(document.uri, ())),
        "muted here": ls.muted_here.get(document.uri, []),
    }


def _remembered(ls: Session) -> str:
    """Remember what is muted in documents; answers where, in words."""
    try:
        muting.write_muted(ls.muted_here)
    except OSError as error:
        return f"this could not be remembered: {error}"
    return f"remembered in {muting.muted_file()}"


def _written(entry_id: str, text: str) -> Path | None:
    """The file with a card, None when it cannot be written."""
    # The id may come from anybody's knowledge base: it must not lead out of the folder, on no system.
    file = cache_folder() / "cards" / f"{re.sub(r'[^0-9A-Za-z_.-]', '-', entry_id)}.md"
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n", "utf-8")
        return file
    return None


async def _show(ls: Session, uri: str, *, external: bool) -> bool:
    """Have the client show something; False when it cannot or will not."""
    window = ls.client_capabilities.window
    if not window or not window.show_document or not window.show_document.support:
        return False
    try:
        return (await ls.window_show_document_async(types.ShowDocumentParams(uri, external=external, take_focus=True))).success
    except JsonRpcException:
        return False
