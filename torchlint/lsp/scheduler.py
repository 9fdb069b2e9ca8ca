"""Schedules checks: one document after the other; outdated results are not published."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from torchlint.lsp.checking import CheckedDocument, Checker
from torchlint.lsp.diagnostics import Diagnostics
from torchlint.lsp.documents import Document, Documents
from torchlint.lsp.garbage import Garbage

# Seconds that an edit waits for the next one. While somebody types faster than checks are done, it waits for longer.
PAUSE, LONGEST_PAUSE = 0.005, 0.5
# Seconds after a check until its garbage is collected: what was found is published by then.
AFTERWARDS = 0.05
# Seconds that the first check waits for the editor's settings: not every editor asks again once they have arrived.
SETTLING = 2.0

T = TypeVar("T")


class Scheduler:
    """The open documents of one editor, and the thread in which they are checked.

    `pulls` says that the editor pulls diagnostics of files; no editor does that reliably for notebooks.
    """

    def __init__(self, server: LanguageServer, checker: Checker, documents: Documents, encoding: str) -> None:
        self._server, self._checker, self._documents, self._encoding = server, checker, documents, encoding
        self.pulls = False
        self.refreshes = False  # whether the editor supports refresh requests
        self.settled = asyncio.Event()  # once the editor's settings are known, or can't be asked for
        self.generation = 0  # another one after everything that the findings of files that are not open may depend on
        self._next_generation = asyncio.Event()
        self._garbage = Garbage()
        self._thread = ThreadPoolExecutor(1, "torchlint")
        self._tasks: dict[str, asyncio.Task[CheckedDocument | None]] = {}  # the check of each document that is awaited
        self._last_checks: dict[str, CheckedDocument] = {}  # the last one of each
        self._took: dict[str, float] = {}
        self._last_edit: dict[str, float] = {}
        self._unsaved: set[str] = set()  # documents that were edited since other files were told to be checked again
        self._last_error = ""
        self._noticed: set[str] = set()

    @property
    def checker(self) -> Checker:
        return self._checker

    @property
    def documents(self) -> Documents:
        return self._documents

    async def in_thread(self, work: Callable[[], T]) -> T:
        """The result of some work, done after everything queued before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def edited(self, document: Document, *, at_once: bool = False) -> None:
        """Check a document that was opened or edited, and publish its diagnostics."""
        self._checker.edited(document.path)
        if not at_once:
            self._unsaved.add(document.uri)
        self._publish_later(document, 0 if at_once else self._pause(document))

    def saved(self, document: Document) -> None:
        """Check the other documents if the saved one was edited."""
        if document.uri in self._unsaved:
            self._unsaved.discard(document.uri)
            self.check_again(but=document)

    def closed(self, document: Document) -> None:
        """Forget a document, and clear its diagnostics."""
        if task := self._tasks.pop(document.uri, None):
            task.cancel()
        self._last_checks.pop(document.uri, None)
        self._took.pop(document.uri, None)
        self._last_edit.pop(document.uri, None)
        self._checker.edited(document.path)
        self._checker.forget(document.uri)
        self._unsaved.discard(document.uri)
        self._begin_generation()
        self.clear(text.uri for text in document.texts)

    def clear(self, uris: Iterable[str]) -> None:
        """Clear the diagnostics of files or cells."""
        for uri in uris:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def check_again(self, but: Document | None = None) -> None:
        """Check all documents but one, since something that their findings depend on has changed."""
        self._begin_generation()
        for document in self._documents:
            if document is not but:
                document.stamp += 1
                self._publish_later(document, 0)
        if self.pulls and self.refreshes:
            self._server.workspace_diagnostic_refresh(None)

    async def change_since(self, generation: int) -> None:
        """Wait until the generation is another one."""
        while self.generation == generation:
            await self._next_generation.wait()

    async def settle(self) -> None:
        """Wait for the settings of the editor, but not for long."""
        if not self.settled.is_set():
            await asyncio.wait([asyncio.ensure_future(self.settled.wait())], timeout=SETTLING)
            self.settled.set()

    def _begin_generation(self) -> None:
        self.generation += 1
        self._next_generation.set()
        self._next_generation = asyncio.Event()

    async def checked(self, document: Document) -> CheckedDocument | None:
        """What is found in a document as it is now; None if it was closed."""
        while self._documents.find(document.uri) is document:
            last = self._last_checks.get(document.uri)
            if last is not None and last.snapshot.stamp == document.stamp:
                return last
            task = self._tasks.get(document.uri)
            if task is None or task.done():
                task = self._start(document, 0)
            # Who asks may lose interest, and others wait for the same.
            await asyncio.wait([task])
        return None

    async def checked_at(self, uri: str) -> CheckedDocument | None:
        """What is found in the document that is open under a URI, or has a cell there; None if there is none."""
        document = self._documents.find(uri)
        return await self.checked(document) if document is not None else None

    def diagnostics(self, checked: CheckedDocument) -> Diagnostics:
        """The diagnostics of a checked document."""
        return Diagnostics(checked, self._encoding)

    def stop(self) -> None:
        """End the thread, after the current check."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _publish_later(self, document: Document, pause: float) -> None:
        if task := self._tasks.pop(document.uri, None):
            task.cancel()  # it was about an older text
        if document.is_notebook or not self.pulls:
            self._start(document, pause).add_done_callback(self._publish)

    def _start(self, document: Document, pause: float) -> asyncio.Task[CheckedDocument | None]:
        task = asyncio.get_running_loop().create_task(self._check(document, pause))
        self._tasks[document.uri] = task
        return task

    async def _check(self, document: Document, pause: float) -> CheckedDocument | None:
        """What is found in a document after a pause; None where it has changed before that was known."""
        await asyncio.sleep(pause)
        await self.settle()
        snapshot = document.snapshot()

        def is_wanted() -> bool:
            return self._documents.find(document.uri) is document and document.stamp == snapshot.stamp

        def work() -> CheckedDocument | None:
            if not is_wanted():
                return None
            began = time.monotonic()
            checked = self._checker.check(snapshot)
            self._took[document.uri] = time.monotonic() - began
            return checked

        checked = await self.in_thread(work)
        asyncio.get_running_loop().call_later(AFTERWARDS, self._thread.submit, self._garbage.collect)
        if checked is None or not is_wanted():
            return None
        self._last_checks[document.uri] = checked
        self.show_error(checked.trouble)
        self._give_notice(checked.notice)
        return checked

    def _publish(self, task: asyncio.Task[CheckedDocument | None]) -> None:
        """Publish the diagnostics of a check, unless they are outdated."""
        checked = None if task.cancelled() else task.result()
        if checked is None:
            return
        versions = {part.uri: part.version for part in checked.snapshot.parts}
        for uri, diagnostics in self.diagnostics(checked).by_uri().items():
            params = types.PublishDiagnosticsParams(uri, diagnostics, versions[uri])
            self._server.text_document_publish_diagnostics(params)

    def _pause(self, document: Document) -> float:
        now, took = time.monotonic(), self._took.get(document.uri, 0.0)
        since = now - self._last_edit.get(document.uri, 0.0)
        self._last_edit[document.uri] = now
        return max(PAUSE, min(took, LONGEST_PAUSE)) if since < took + PAUSE else PAUSE

    def show_error(self, trouble: str) -> None:
        """Show an error to the user, once."""
        if trouble and trouble != self._last_error:
            self._show(types.MessageType.Error, trouble)
        self._last_error = trouble

    def _give_notice(self, notice: str) -> None:
        """Show notices about what is not checked, each once per server."""
        if notice and notice not in self._noticed:
            self._noticed.add(notice)
            self._show(types.MessageType.Warning, f"{notice} and restart the server")

    def _show(self, kind: types.MessageType, text: str) -> None:
        self._server.window_show_message(types.ShowMessageParams(kind, f"torchlint: {text}"))
