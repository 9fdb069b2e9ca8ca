"""Workspace diagnostics: what is found in all Python files of the workspace, open or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from torchlint.lsp.diagnostics import result_id
from torchlint.lsp.scheduler import Scheduler

# What an editor puts into `initializationOptions` to get workspace diagnostics.
MODE, WORKSPACE = "diagnosticMode", "workspace"

_BATCH = 20  # files between two partial results

Full: TypeAlias = types.WorkspaceFullDocumentDiagnosticReport
Unchanged: TypeAlias = types.WorkspaceUnchangedDocumentDiagnosticReport


def wants_workspace(options: object) -> bool:
    """Whether the options of `initialize` ask for files that are not open, too."""
    return isinstance(options, Mapping) and options.get(MODE) == WORKSPACE


class WorkspaceDiagnostics:
    """Answers `workspace/diagnostic`.

    Editors ask again as soon as they have an answer. If nothing is new on either side, the answer waits for a change.
    """

    def __init__(self, server: LanguageServer, scheduler: Scheduler, here: str) -> None:
        self._server, self._scheduler, self._here = server, scheduler, here
        self._generation = -1  # the one that the last answer was about
        self._before: dict[str, str] = {}  # path: result ID, as the editor had them when it asked last
        self._closed: dict[str, list[types.Diagnostic]] = {}  # what is found in files that are not open, by path

    async def report(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """The reports of all files in which something is found or, as far as this editor knows, was found before."""
        await self._scheduler.settle()
        before = {to_fs_path(one.uri) or one.uri: one.value for one in params.previous_result_ids}
        if before == self._before:
            await self._scheduler.change_since(self._generation)
        if self._generation != self._scheduler.generation:
            self._closed.clear()
        self._generation, self._before = self._scheduler.generation, before
        token = params.partial_result_token
        reports: list[Full | Unchanged] = []
        paths = await self._scheduler.in_thread(lambda: self._scheduler.checker.files(self._folders()))
        listed = set(paths)
        with self._progress(params.work_done_token, len(paths)) as show:
            for number, path in enumerate([*paths, *(path for path in before if path not in listed)]):
                if report := await self._of_file(path, before.get(path), exists=path in listed):
                    reports.append(report)
                if number % _BATCH == _BATCH - 1:
                    show(number)
                    reports = self._partial(token, reports)
        return types.WorkspaceDiagnosticReport(self._partial(token, reports))

    async def _of_file(self, path: str, before: str | None, *, exists: bool) -> Full | Unchanged | None:
        """The report of one file, without a result ID where nothing is found; None if nothing was found before, too.

        A file that no longer exists, or is excluded now, has lost its findings.
        """
        document = self._scheduler.documents.at(path)
        if document is None:
            uri, version = from_fs_path(path) or path, None
            items = await self._of_closed(uri, path) if exists else []
        elif document.is_notebook:
            return None  # what is found in its cells is published
        else:
            uri, version = document.uri, document.texts[0].version
            checked = await self._scheduler.checked(document)
            items = [] if checked is None else self._scheduler.diagnostics(checked).by_uri()[uri]
        name = result_id(items)
        if name == before:
            return Unchanged(uri, name, version)
        if items:
            return Full(uri, items, version, result_id=name)
        return None if before is None else Full(uri, [], version)

    async def _of_closed(self, uri: str, path: str) -> list[types.Diagnostic]:
        if path not in self._closed:
            checked = await self._scheduler.in_thread(lambda: self._scheduler.checker.check_file(uri, path))
            self._closed[path] = self._scheduler.diagnostics(checked).by_uri().get(uri, [])
        return self._closed[path]

    def _partial(self, token: types.ProgressToken | None, reports: list[Full | Unchanged]) -> list[Full | Unchanged]:
        """Send reports to an editor that takes partial results, and return what remains to be sent."""
        if token is None or not reports:
            return reports
        part = types.WorkspaceDiagnosticReportPartialResult(reports)
        self._server.progress(types.ProgressParams(token, part))
        return []

    @contextmanager
    def _progress(self, token: types.ProgressToken | None, total: int) -> Iterator[Callable[[int], None]]:
        """Show the progress of a check in an editor that has asked for it: how many files are done."""
        progress = self._server.work_done_progress

        def show(done: int) -> None:
            if token is not None:
                share = min(100, 100 * done // max(1, total))
                progress.report(token, types.WorkDoneProgressReport(message=f"{done}/{total}", percentage=share))

        if token is not None:
            progress.begin(token, types.WorkDoneProgressBegin("torchlint: checking the workspace", percentage=0))
        try:
            yield show
        finally:
            if token is not None:
                progress.end(token, types.WorkDoneProgressEnd())
                progress.tokens.pop(token, None)

    def _folders(self) -> list[str]:
        """The folders of the workspace."""
        folders = [to_fs_path(one.uri) for one in self._server.workspace.folders.values()]
        return [folder for folder in folders if folder] or [self._here]
