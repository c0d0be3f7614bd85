"""A real editor's side of the conversation: every test talks to a real server process, as Neovim and as Visual Studio Code."""

from __future__ import annotations

import asyncio
import copy
import functools
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union

import pytest
from lsprotocol import converters, types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

ROOT = Path(__file__).parents[2]
CLIENTS = {"neovim": "Neovim", "visual-studio-code": "Visual Studio Code"}
SEED = "RuntimeError: torch.compile: Recompilation limit reached (100 recompilations) for function 'forward'"
TRACE = "RuntimeError: Tracing failed: Recursive trace of function 'forward' is not allowed"


class Editor(LanguageClient):
    """A client that waits for events, never for time."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter)
        self.received = asyncio.Condition()
        self.publications: list[types.PublishDiagnosticsParams] = []
        self.registrations: list[types.Registration] = []
        register_lsp_features(
            self,
            {
                **DEFAULT_CLIENT_FEATURES,
                types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: _on_publish,
                types.CLIENT_REGISTER_CAPABILITY: _on_register,
                types.PROGRESS: _on_progress,
                types.WINDOW_SHOW_MESSAGE: _on_message,
                types.WINDOW_LOG_MESSAGE: _on_log,
            },
        )

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until something holds after some message from the server."""
        async with self.received:
            await asyncio.wait_for(self.received.wait_for(condition), 20)
        return condition()

    def open(self, text: str, uri: str = "file:///tmp/ci/build.log", language_id: str = "log") -> str:
        self.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language_id, 1, text)))
        return uri

    def change(self, uri: str, version: int, *edits: tuple[int, int, int, int, str]) -> None:
        changes = [
            types.TextDocumentContentChangePartial(types.Range(types.Position(a, b), types.Position(c, d)), text)
            for a, b, c, d, text in edits
        ]
        self.text_document_did_change(types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), changes))

    async def told(self, uri: str, version: int | None = 1) -> list[types.Diagnostic]:
        """The diagnostics of a version of a document, once they are there."""

        def last() -> types.PublishDiagnosticsParams | None:
            return next((p for p in reversed(self.publications) if p.uri == uri and p.version == version), None)

        return list((await self.until(last)).diagnostics)

    async def hover(self, uri: str, line: int, character: int = 0) -> types.Hover | None:
        return await self.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character)))

    async def actions(self, uri: str, line: int, only: list[str] | None = None) -> list[types.CodeAction]:
        place = types.Range(types.Position(line, 0), types.Position(line, 0))
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([], only=only))
        return list(await self.text_document_code_action_async(params) or [])

    async def run(self, action_or_command: types.Command | str, *arguments: Any) -> Any:
        if isinstance(action_or_command, types.Command):
            action_or_command, arguments = action_or_command.command, tuple(action_or_command.arguments or ())
        return await self.workspace_execute_command_async(types.ExecuteCommandParams(action_or_command, list(arguments)))

    def raw(self, method: str, params: Any) -> None:
        """Send a notification as it is, however wrong."""
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


@functools.cache
def _converter():
    """lsprotocol takes every code action that has a command for a command. One for all editors, since making it takes long."""
    converter = converters.get_converter()
    wanted = list[types.Command | types.CodeAction]

    def structure(value: Any, _: Any) -> types.Command | types.CodeAction:
        return converter.structure(value, types.Command if isinstance(value.get("command"), str) else types.CodeAction)

    converter.register_structure_hook(wanted.__args__[0], structure)
    converter.register_structure_hook(Union[types.Command, types.CodeAction], structure)  # noqa: UP007 - lsprotocol spells it so
    return converter


@functools.cache
def _capabilities(client_name: str) -> types.ClientCapabilities:
    return client_capabilities(client_name)


async def _notify(client: Editor) -> None:
    async with client.received:
        client.received.notify_all()


async def _on_publish(client: Editor, params: types.PublishDiagnosticsParams) -> None:
    client.publications.append(params)
    await _notify(client)


async def _on_register(client: Editor, params: types.RegistrationParams) -> None:
    client.registrations += params.registrations
    await _notify(client)


async def _on_progress(client: Editor, params: types.ProgressParams) -> None:
    client.progress_reports.setdefault(params.token, []).append(params)
    await _notify(client)


async def _on_message(client: Editor, params: types.ShowMessageParams) -> None:
    client.messages.append(params)
    await _notify(client)


async def _on_log(client: Editor, params: types.LogMessageParams) -> None:
    client.log_messages.append(params)
    await _notify(client)


@pytest.fixture(scope="session")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled patterns of all tests: they are compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def environment(tmp_path: Path, warm_cache: Path) -> dict[str, str]:
    """A user of its own, whose language is English."""
    home = tmp_path / "home"
    home.mkdir()
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "STATE", "DATA")}
    folders["XDG_CACHE_HOME"] = str(warm_cache)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "XDG_"))}
    return {**kept, **folders, "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "en_US.UTF-8"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty workspace folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture(params=CLIENTS)
def client_name(request: pytest.FixtureRequest) -> str:
    """Which editor to be."""
    return request.param


@pytest.fixture
async def start(client_name: str, environment: dict[str, str], project: Path):
    """Start a server and greet it: ``editor = await start(options={…})``. It is shut down at the end."""
    editors: list[Editor] = []

    async def start_one(*, options: Any = None, locale: str | None = None, folder: Path | None = project, **changed: Any) -> Editor:
        editor = Editor()
        editors.append(editor)
        editor.set_configuration(changed.pop("configuration", None) or {}, section="errkb")
        await editor.start_io(sys.executable, "-m", "errkb_ls", "serve", env=environment)
        capabilities = copy.deepcopy(_capabilities(client_name))
        for path, value in changed.items():
            target: Any = capabilities
            *parents, name = path.split("__")
            for parent in parents:
                target = getattr(target, parent)
            setattr(target, name, value)
        folders = [types.WorkspaceFolder(folder.as_uri(), folder.name)] if folder else None
        editor.answer = await editor.initialize_session(
            types.InitializeParams(
                capabilities,
                client_info=types.ClientInfo(CLIENTS[client_name]),
                initialization_options=options,
                locale=locale,
                workspace_folders=folders,
                root_uri=folder.as_uri() if folder else None,
            )
        )
        return editor

    yield start_one
    for editor in editors:
        if editor._server and editor._server.returncode is None:
            await editor.shutdown_session()
        await editor.stop()
