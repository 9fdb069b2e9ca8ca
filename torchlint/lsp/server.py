"""The language server: from `initialize` to `exit`."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from torchlint.lsp.checking import Checker
from torchlint.lsp.documents import PYTHON, Documents
from torchlint.lsp.editor_settings import EditorSettings
from torchlint.lsp.notifications import register_notifications
from torchlint.lsp.requests import register_requests
from torchlint.lsp.scheduler import Scheduler
from torchlint.lsp.workspace import WorkspaceDiagnostics, wants_workspace
from torchlint.settings.config import Configs, Layer
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


def serve(
    configure: Callable[[str, Sequence[Layer]], Configs],
    code_in: BinaryIO,
    code_out: BinaryIO,
    *,
    suppressions: bool,
    project: bool,
) -> None:
    """Serve an editor until it exits; raises ConfigError if the command line's settings are invalid.

    `configure` gives the settings for a workspace folder, with the layers of the editor's own settings.
    """
    configure(os.getcwd(), ())
    threading.stack_size(_STACK)
    server = LanguageServer("torchlint", __version__, notebook_document_sync=_NOTEBOOKS)
    schedulers: list[Scheduler] = []

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        encoding = str(getattr(server.workspace.position_encoding, "value", server.workspace.position_encoding))
        here = to_fs_path(server.workspace.root_uri or "") or os.getcwd()
        documents = Documents(encoding, here)
        editor = EditorSettings(here)
        checker = Checker(lambda: configure(here, editor.layers), documents, suppressions=suppressions, project=project)
        scheduler = Scheduler(server, checker, documents, encoding)
        scheduler.pulls = params.capabilities.text_document is not None and bool(
            get_capability(params.capabilities, "text_document.diagnostic")
        )
        scheduler.refreshes = bool(get_capability(params.capabilities, "workspace.diagnostics.refresh_support"))
        schedulers.append(scheduler)
        register_notifications(server, scheduler, editor)
        whole = (
            WorkspaceDiagnostics(server, scheduler, here) if wants_workspace(params.initialization_options) else None
        )
        register_requests(server, scheduler, whole)

    try:
        server.start_io(code_in, code_out)
    finally:
        for scheduler in schedulers:
            scheduler.stop()
