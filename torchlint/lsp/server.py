"""The server: what an editor may ask and tell, and who answers."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import BinaryIO

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from torchlint.config import Configs
from torchlint.lsp.checking import Checker, is_python
from torchlint.lsp.desk import Desk
from torchlint.lsp.documents import PYTHON, Documents
from torchlint.lsp.told import SOURCE, result_id
from torchlint.version import __version__

# Deeply nested code takes more of the stack than a thread has on some systems.
_STACK = 64 * 1024 * 1024
_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [
        types.NotebookDocumentFilterWithCells(
            cells=[types.NotebookCellLanguage(PYTHON)],
            notebook=types.NotebookDocumentFilterNotebookType("jupyter-notebook"),
        )
    ]
)
_WATCHED = ("**/*.toml", "**/*.py", "**/*.ipynb")


def serve(
    configure: Callable[[], Configs], code_in: BinaryIO, code_out: BinaryIO, *, suppressions: bool, project: bool
) -> None:
    """Talk to an editor until it says good-bye; raises ConfigError where the command line's settings can't be used."""
    configure()
    threading.stack_size(_STACK)
    server = LanguageServer("torchlint", __version__, notebook_document_sync=_NOTEBOOKS)
    desks: list[Desk] = []

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = str(getattr(server.workspace.position_encoding, "value", server.workspace.position_encoding))
        documents = Documents(encoding, to_fs_path(server.workspace.root_uri or "") or os.getcwd())
        checker = Checker(configure, documents, suppressions=suppressions, project=project)
        desk = Desk(server, checker, documents, encoding)
        desk.pulls = params.capabilities.text_document is not None and bool(
            get_capability(params.capabilities, "text_document.diagnostic")
        )
        desk.refreshes = bool(get_capability(params.capabilities, "workspace.diagnostics.refresh_support"))
        desks.append(desk)
        _hear_of_texts(server, desk)
        _hear_of_notebooks(server, desk)
        _answer_diagnostics(server, desk)
        _hear_of_files(server, desk)

    try:
        server.start_io(code_in, code_out)
    finally:
        for desk in desks:
            desk.stop()


def _hear_of_texts(server: LanguageServer, desk: Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        if document := desk.documents.open(params.text_document):
            desk.edited(document, at_once=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        if document := desk.documents.change(params):
            desk.edited(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        if document := desk.documents.close(params.text_document.uri):
            desk.closed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        if document := desk.documents.find(params.text_document.uri):
            desk.saved(document)


def _hear_of_notebooks(server: LanguageServer, desk: Desk) -> None:
    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        desk.edited(desk.documents.open_notebook(params), at_once=True)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeNotebookDocumentParams) -> None:
        document, gone = desk.documents.change_notebook(params)
        desk.clear(gone)
        if document:
            desk.edited(document)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        if document := desk.documents.close(params.notebook_document.uri):
            desk.closed(document)


def _answer_diagnostics(server: LanguageServer, desk: Desk) -> None:
    options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier=SOURCE)

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def diagnostics(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        document = desk.documents.find(uri)
        # What is found in a cell is published: few editors ask for it, and it must not be shown twice.
        looked = await desk.looked(document) if document is not None and not document.is_notebook else None
        items = [] if looked is None else desk.told(looked).diagnostics()[uri]
        name = result_id(items)
        if name == params.previous_result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(name)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=name)


def _hear_of_files(server: LanguageServer, desk: Desk) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        watched = "workspace.did_change_watched_files.dynamic_registration"
        if not get_capability(server.client_capabilities, watched):
            return
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        name = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        server.client_register_capability(types.RegistrationParams([types.Registration(name, name, options)]))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [path for event in params.changes if (path := to_fs_path(event.uri))]
        paths = [path for path in paths if desk.documents.at(path) is None]  # what is open counts as the editor has it
        for path in paths:
            if is_python(path):
                desk.checker.edited(path)
        if any(path.endswith(".toml") for path in paths):
            await desk.in_thread(desk.checker.reconfigure)
        if paths:
            desk.look_again()
