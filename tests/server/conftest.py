"""A real editor's side of the conversation: every test talks to a real server process, as Neovim and as Visual Studio Code.

Most tests share one server for each of the two, ``editor``; those that need one of their own, with options or files, ``start`` it.
"""

from __future__ import annotations

import asyncio
import copy
import functools
import itertools
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union

import pytest
import pytest_asyncio
from lsprotocol import converters, types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

ROOT = Path(__file__).parents[2]
CLIENTS = {"neovim": "Neovim", "visual-studio-code": "Visual Studio Code"}
SEED = "RuntimeError: torch.compile: Recompilation limit reached (100 recompilations) for function 'forward'"
TRACE = "RuntimeError: Tracing failed: Recursive trace of function 'forward' is not allowed"


_numbers = itertools.count()


def write_entry(project: Path, entry_id: str, regex: str, **more: Any) -> Path:
    """An entry of the team in the workspace; answers its file."""
    file = project / ".errkb" / "kb" / f"{entry_id}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"id": entry_id, "signature": "s", "regex": regex, "root_cause": f"Cause of {entry_id}.", **more}))
    return file


class Editor(LanguageClient):
    """A client that waits for events, never for time."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter)
        self.received = asyncio.Condition()
        self.publications: list[types.PublishDiagnosticsParams] = []
        self.registrations: list[types.Registration] = []
        self.opened: set[str] = set()
        self.before_progress: Callable[[], Any] = lambda: None
        register_lsp_features(
            self,
            {
                **DEFAULT_CLIENT_FEATURES,
                types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: _on_publish,
                types.CLIENT_REGISTER_CAPABILITY: _on_register,
                types.PROGRESS: _on_progress,
                types.WINDOW_WORK_DONE_PROGRESS_CREATE: _on_create_progress,
                types.WINDOW_SHOW_MESSAGE: _on_message,
                types.WINDOW_LOG_MESSAGE: _on_log,
            },
        )

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until something holds after some message from the server."""
        async with self.received:
            await asyncio.wait_for(self.received.wait_for(condition), 20)
        return condition()

    def open(self, text: str, uri: str | None = None, language_id: str = "log") -> str:
        """Open a document, one that no other test has seen unless it is named; answers its URI."""
        uri = uri or f"file:///tmp/ci/build-{next(_numbers)}.log"
        self.opened.add(uri)
        self.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language_id, 1, text)))
        return uri

    def change(self, uri: str, version: int, *edits: tuple[int, int, int, int, str]) -> None:
        changes = [
            types.TextDocumentContentChangePartial(types.Range(types.Position(a, b), types.Position(c, d)), text)
            for a, b, c, d, text in edits
        ]
        self.text_document_did_change(types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), changes))

    def close(self, uri: str) -> None:
        self.opened.discard(uri)
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def forget(self) -> None:
        """Close everything and forget what was said, so that the next test starts afresh."""
        for uri in list(self.opened):
            self.close(uri)
        await self.run("errkb.printDebugInformation")  # messages come in order: after this answer, none of before can come
        for said in (self.publications, self.messages, self.log_messages, self.shown_documents, self.progress_reports):
            said.clear()

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


async def _on_create_progress(client: Editor, params: types.WorkDoneProgressCreateParams) -> None:
    client.before_progress()


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


def _user(home: Path, cache: Path) -> dict[str, str]:
    """The environment of a user of its own, whose language is English."""
    home.mkdir()
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "STATE", "DATA")}
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "XDG_"))}
    own = {"XDG_CACHE_HOME": str(cache), "HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "en_US.UTF-8"}
    return {**kept, **folders, **own}


@pytest.fixture
def environment(tmp_path: Path, warm_cache: Path) -> dict[str, str]:
    """A user for one test."""
    return _user(tmp_path / "home", warm_cache)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty workspace folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session", params=CLIENTS)
def client_name(request: pytest.FixtureRequest) -> str:
    """Which editor to be."""
    return request.param


async def _started(
    client_name: str,
    environment: dict[str, str],
    project: Path | None,
    *,
    options: Any = None,
    locale: str | None = None,
    configuration: Any = None,
    refuses: tuple[str, ...] = (),
    program: tuple[str, ...] = ("-m", "errkb_ls", "serve"),
    **changed: Any,
) -> Editor:
    editor = Editor()
    if configuration is not None:
        editor.set_configuration(configuration, section="errkb")
    for method in refuses:
        editor.protocol.fm.features.pop(method)
    await editor.start_io(sys.executable, *program, env=environment)
    capabilities = copy.deepcopy(_capabilities(client_name))
    for path, value in changed.items():
        target: Any = capabilities
        *parents, name = path.split("__")
        for parent in parents:
            target = getattr(target, parent)
        setattr(target, name, value)
    editor.answer = await editor.initialize_session(
        types.InitializeParams(
            capabilities,
            client_info=types.ClientInfo(CLIENTS[client_name]),
            initialization_options=options,
            locale=locale,
            workspace_folders=[types.WorkspaceFolder(project.as_uri(), project.name)] if project else None,
            root_uri=project.as_uri() if project else None,
        )
    )
    return editor


async def _ended(editor: Editor) -> None:
    if editor._server and editor._server.returncode is None:
        await editor.shutdown_session()
    await editor.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def start(client_name: str, environment: dict[str, str], project: Path):
    """Start a server and greet it: ``editor = await start(options={…})``. It is shut down at the end.

    ``folder`` is the workspace, None for none; ``configuration`` the editor's settings; ``refuses`` methods that it does not know although
    it says so; ``program`` what to start. Everything else is a capability, with two underscores for a dot.
    """
    editors: list[Editor] = []

    async def start_one(*, folder: Path | None = project, **changed: Any) -> Editor:
        editors.append(await _started(client_name, environment, folder, **changed))
        return editors[-1]

    yield start_one
    for editor in editors:
        await _ended(editor)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def shared_editor(client_name: str, warm_cache: Path, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp(client_name)
    (folder / "project").mkdir()
    editor = await _started(client_name, _user(folder / "home", warm_cache), folder / "project")
    yield editor
    await _ended(editor)


@pytest_asyncio.fixture(loop_scope="session")
async def editor(shared_editor: Editor):
    """An editor without options, with an empty workspace; it has nothing open."""
    yield shared_editor
    await shared_editor.forget()
