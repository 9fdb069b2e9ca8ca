"""The handlers of an editor's notifications about documents, notebooks and changed files."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from torchlint.lsp.checking import is_python
from torchlint.lsp.scheduler import Scheduler

_WATCHED = ("**/*.toml", "**/*baseline*.json", "**/*.py", "**/*.ipynb")


def register_notifications(server: LanguageServer, scheduler: Scheduler) -> None:
    """Register handlers that pass the editor's notifications on to the scheduler."""
    _register_text_documents(server, scheduler)
    _register_notebooks(server, scheduler)
    _register_watched_files(server, scheduler)


def _register_text_documents(server: LanguageServer, scheduler: Scheduler) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        if document := scheduler.documents.open(params.text_document):
            scheduler.edited(document, at_once=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        if document := scheduler.documents.change(params):
            scheduler.edited(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        if document := scheduler.documents.close(params.text_document.uri):
            scheduler.closed(document)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        if document := scheduler.documents.find(params.text_document.uri):
            scheduler.saved(document)


def _register_notebooks(server: LanguageServer, scheduler: Scheduler) -> None:
    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        scheduler.edited(scheduler.documents.open_notebook(params), at_once=True)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeNotebookDocumentParams) -> None:
        document, gone = scheduler.documents.change_notebook(params)
        scheduler.clear(gone)
        if document:
            scheduler.edited(document)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        if document := scheduler.documents.close(params.notebook_document.uri):
            scheduler.closed(document)


def _register_watched_files(server: LanguageServer, scheduler: Scheduler) -> None:
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
        # What is open counts as the editor has it.
        paths = [path for path in paths if scheduler.documents.at(path) is None]
        for path in paths:
            if is_python(path):
                scheduler.checker.edited(path)
        if any(path.endswith((".toml", ".json")) for path in paths):
            await scheduler.in_thread(scheduler.checker.reconfigure)
        if paths:
            scheduler.check_again()
