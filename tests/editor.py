"""An editor for the tests of the language server: a real client, in front of a server in a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.rule_folders import ROOT

T = TypeVar("T")
SECONDS = 60  # after which a server that is silent is taken to be broken

# An editor that waits for what it is sent.
PUSHED = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
    notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
    ),
)
# One that asks for what it wants to know.
PULLING = types.ClientCapabilities(
    notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
    text_document=types.TextDocumentClientCapabilities(diagnostic=types.DiagnosticClientCapabilities()),
    workspace=types.WorkspaceClientCapabilities(
        diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    ),
)


class Editor:
    """An editor on a folder, and its server with some options; what it does waits until that is done."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        capabilities: types.ClientCapabilities = PUSHED,
        initialization: dict[str, object] | None = None,
    ) -> None:
        self._folder, self._options, self._capabilities = folder, options, capabilities
        self._initialization = initialization
        self._loop = asyncio.new_event_loop()
        self._heard = asyncio.Event()
        self.client = LanguageClient("tests", "1")
        self.told: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.texts: dict[str, types.TextDocumentItem] = {}  # as they were opened
        self.registered: list[types.Registration] = []
        self.messages: list[str] = []
        self.refreshed = 0
        self._listen()

    def _listen(self) -> None:
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.told.setdefault(params.uri, []).append(params)
            self._heard.set()

        def register(params: types.RegistrationParams) -> None:
            self.registered += params.registrations
            self._heard.set()

        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self._heard.set()

        def refresh(params: None) -> None:
            self.refreshed += 1
            self._heard.set()

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        self.client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(show)
        self.client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)(refresh)

    def __enter__(self) -> Editor:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = ("-m", "torchlint", "--lsp", *self._options)
        self.wait(self.client.start_io(sys.executable, *command, cwd=self._folder, env=environment))
        params = types.InitializeParams(
            self._capabilities,
            process_id=os.getpid(),
            root_uri=self._folder.as_uri(),
            initialization_options=self._initialization,
        )
        self.capabilities = self.wait(self.client.initialize_async(params)).capabilities
        self.client.initialized(types.InitializedParams())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        self.wait(self.client.stop())  # type: ignore[no-untyped-call]
        self._loop.close()

    def wait(self, work: Awaitable[T]) -> T:
        """What comes of something that takes time."""
        return self._loop.run_until_complete(asyncio.wait_for(work, SECONDS))

    def hear(self) -> None:
        """Wait for the next thing that the server says by itself."""
        self._heard.clear()
        self.wait(self._heard.wait())

    def findings(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """What is told of a text, of its version or a newer one."""
        while not (told := self.told.get(uri)) or (version is not None and (told[-1].version or 0) < version):
            self.hear()
        return list(told[-1].diagnostics)

    def rules(self, uri: str, version: int | None = None) -> list[str]:
        """The names of what is told of a text, of its version or a newer one."""
        return [str(one.code) for one in self.findings(uri, version)]

    def open(self, uri: str, text: str, version: int = 1, language: str = "python") -> None:
        """Show a text to the server."""
        item = self.texts[uri] = types.TextDocumentItem(uri, language, version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def open_notebook(self, uri: str, *cells: tuple[str, str]) -> None:
        """Show a notebook to the server: the URI and the code of each cell."""
        kinds = [types.NotebookCell(types.NotebookCellKind.Code, name) for name, _ in cells]
        texts = [types.TextDocumentItem(name, "python", 1, text) for name, text in cells]
        self.texts |= {text.uri: text for text in texts}
        notebook = types.NotebookDocument(uri, "jupyter-notebook", 1, kinds)
        self.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, texts))

    def change_notebook(self, uri: str, version: int, change: types.NotebookDocumentCellChanges) -> None:
        """Edit cells of a notebook, or their order."""
        of = types.VersionedNotebookDocumentIdentifier(version, uri)
        params = types.DidChangeNotebookDocumentParams(of, types.NotebookDocumentChangeEvent(cells=change))
        self.client.notebook_document_did_change(params)

    def put(self, uri: str, version: int, text: str) -> None:
        """Replace a text as a whole."""
        self.change(uri, version, types.TextDocumentContentChangeWholeDocument(text))

    def change(self, uri: str, version: int, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Edit a text."""
        of = types.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(of, list(changes)))

    def save(self, uri: str) -> None:
        """Save a text."""
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        """Close a text."""
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def pull(self, uri: str, before: str | None = None) -> types.DocumentDiagnosticReport:
        """Ask for what is found in a text."""
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=before)
        return self.wait(self.client.text_document_diagnostic_async(params))

    def tell_changed(self, path: Path) -> None:
        """Tell that a file on the disk is another one."""
        event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


def edit(line: int, start: int, end: int, text: str) -> types.TextDocumentContentChangePartial:
    """A change inside of one line."""
    places = types.Range(types.Position(line, start), types.Position(line, end))
    return types.TextDocumentContentChangePartial(places, text)
