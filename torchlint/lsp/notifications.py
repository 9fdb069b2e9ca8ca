"""The handlers of an editor's notifications about documents, notebooks and changed files."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from torchlint.lsp.checking import is_python
from torchlint.lsp.editor_settings import SECTION, EditorSettings
from torchlint.lsp.scheduler import Scheduler
from torchlint.settings.keys import ConfigError

_WATCHED = ("**/*.toml", "**/*baseline*.json", "**/*.py", "**/*.ipynb")


def register_notifications(server: LanguageServer, scheduler: Scheduler, editor: EditorSettings) -> None:
    """Register handlers that pass the editor's notifications on to the scheduler."""
    _register_text_documents(server, scheduler)
    _register_notebooks(server, scheduler)
    _register_watched_files(server, scheduler)
    _register_settings(server, scheduler, editor)
    _register_start(server, scheduler, editor)


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


def _register_settings(server: LanguageServer, scheduler: Scheduler, editor: EditorSettings) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        if get_capability(server.client_capabilities, "workspace.configuration"):
            await _pull_settings(server, scheduler, editor)
        elif isinstance(params.settings, Mapping) and SECTION in params.settings:
            await _use_settings(params.settings[SECTION], scheduler, editor)


def _register_start(server: LanguageServer, scheduler: Scheduler, editor: EditorSettings) -> None:
    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        registrations: list[types.Registration] = []
        if get_capability(server.client_capabilities, "workspace.did_change_watched_files.dynamic_registration"):
            watched = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(one) for one in _WATCHED])
            name = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registrations.append(types.Registration(name, name, watched))
        if get_capability(server.client_capabilities, "workspace.did_change_configuration.dynamic_registration"):
            name = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            of = types.DidChangeConfigurationRegistrationOptions(SECTION)
            registrations.append(types.Registration(name, name, of))
        if registrations:
            server.client_register_capability(types.RegistrationParams(registrations))
        try:
            if get_capability(server.client_capabilities, "workspace.configuration"):
                await _pull_settings(server, scheduler, editor)
        finally:
            scheduler.settled.set()


async def _pull_settings(server: LanguageServer, scheduler: Scheduler, editor: EditorSettings) -> None:
    """Ask the editor for its settings."""
    params = types.ConfigurationParams([types.ConfigurationItem(section=SECTION)])
    found = await server.workspace_configuration_async(params)
    await _use_settings(found[0] if found else None, scheduler, editor)


async def _use_settings(settings: object, scheduler: Scheduler, editor: EditorSettings) -> None:
    """Check everything again with the editor's settings if they are new."""
    try:
        if editor.read(settings):
            await scheduler.in_thread(scheduler.checker.reconfigure)
            scheduler.check_again()
    except ConfigError as problem:
        scheduler.show_error(str(problem))
