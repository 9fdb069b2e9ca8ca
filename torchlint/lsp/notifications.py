"""What the server hears from an editor without being asked: texts, notebooks, and files that have changed."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from torchlint.lsp.checking import is_python
from torchlint.lsp.scheduler import Desk

_WATCHED = ("**/*.toml", "**/*baseline*.json", "**/*.py", "**/*.ipynb")


def hear(server: LanguageServer, desk: Desk) -> None:
    """Hand on to the desk whatever the editor tells."""
    _hear_of_texts(server, desk)
    _hear_of_notebooks(server, desk)
    _hear_of_files(server, desk)


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
        if any(path.endswith((".toml", ".json")) for path in paths):
            await desk.in_thread(desk.checker.reconfigure)
        if paths:
            desk.look_again()
