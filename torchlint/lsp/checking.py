"""Checks the documents of an editor, one at a time; no text makes it raise."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from torchlint.files.contents import Contents
from torchlint.files.discover import discover, is_excluded
from torchlint.files.source import NOTEBOOK, Source
from torchlint.finding import Finding
from torchlint.lsp.documents import Documents, Part, Snapshot
from torchlint.lsp.stale_findings import stale_findings
from torchlint.reading import as_python, text_of
from torchlint.rule import Rule
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.syntax.incremental import Reparser
    from torchlint.syntax.tree import Tree

# What says that nothing could be found because the text can't be read, as it is while it is being written.
UNREAD = ("syntax-error", "unreadable-file")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """The findings of a document at one moment; stale findings, from before a syntax error, have no fix."""

    snapshot: Snapshot
    findings: tuple[Finding, ...] = ()
    catalog: Mapping[str, Rule] = field(default_factory=dict)
    trouble: str = ""  # why the settings that hold for it can't be used
    notice: str = ""  # what these settings leave out


class Checker:
    """Checks documents, each with the settings for its path.

    `configure` reads the settings anew. Where another file imports an open document, the editor's text of it counts.
    """

    def __init__(
        self, configure: Callable[[], Configs], documents: Documents, *, suppressions: bool, project: bool
    ) -> None:
        self._configure, self._documents = configure, documents
        self._suppressions, self._project = suppressions, project
        self._configs = configure()
        self._sessions: dict[int, Session] = {}  # by the settings that hold
        self._reparsers: dict[str, Reparser] = {}
        self._read: dict[str, CheckedDocument] = {}  # the last check of each document that could be read
        self._edited: set[str] = set()  # paths of which other files' findings do not know yet

    def check(self, snapshot: Snapshot) -> CheckedDocument:
        """The findings of a document, with stale findings where its text can't be parsed now."""
        path = snapshot.source.path
        try:
            self._forget_edited(path)
            if is_excluded(path, self._configs):
                return CheckedDocument(snapshot)
            session = self.session(path)
            result = session.judge(snapshot.source, self._reparser(snapshot.uri)).result
            catalog = {name: result.rule_of(name, session.catalog) for name in session.catalog}
            checked = CheckedDocument(snapshot, result.findings, catalog, notice=session.notice)
        except ConfigError as problem:
            return CheckedDocument(snapshot, trouble=str(problem))
        except Exception as error:  # a bug of torchlint must not end the editor's server
            _log.exception("checking %s failed", path)
            return CheckedDocument(snapshot, trouble=f"torchlint failed: {type(error).__name__}: {error}")
        if any(finding.rule in UNREAD for finding in checked.findings):
            before = self._read.get(snapshot.uri)
            known = {finding.span for finding in checked.findings}
            old = stale_findings(before.findings, before.snapshot.source.text, snapshot.source.text) if before else ()
            return replace(checked, findings=(*checked.findings, *(one for one in old if one.span not in known)))
        self._read[snapshot.uri] = checked
        return checked

    def check_file(self, uri: str, path: str) -> CheckedDocument:
        """The findings of a file that is not open, as it is on the disk."""
        empty = CheckedDocument(Snapshot(uri, 0, Source(path, ""), ()))
        try:
            self._forget_edited(path)
            session = self.session(path)
            result = session.check_without_fixes(path).result
            catalog = {name: result.rule_of(name, session.catalog) for name in session.catalog}
        except ConfigError:
            return empty  # shown for the files that are open
        except Exception:  # a bug of torchlint must not end the editor's server
            _log.exception("checking %s failed", path)
            return empty
        source = result.checked.source
        snapshot = Snapshot(uri, 0, source, (Part(uri, 0, source.text, 0),))
        return CheckedDocument(snapshot, result.findings, catalog)

    def files(self, folders: Iterable[str]) -> list[str]:
        """The absolute paths of the Python files in folders, without notebooks: their cells are known once open."""
        try:
            found = discover(folders, self._configs).files
        except ConfigError:
            return []
        return [os.path.abspath(path) for path in found if not path.endswith(NOTEBOOK)]

    def session(self, path: str) -> Session:
        """The session for a file's settings; raises ConfigError."""
        settings = self._configs.of_file(path)
        session = self._sessions.get(id(settings))
        if session is None:
            session = Session(
                self._configs,
                suppressions=self._suppressions,
                project=self._project,
                contents=Contents(self._text_of),
                warn=_log.warning,
            )
            session.prepare([path])
            if settings.baseline:
                from torchlint.baselines.matching import Baselines

                baselines = Baselines(self._configs)
                baselines.prepare([path])
                session.before.append(baselines)
            self._sessions[id(settings)] = session
        return session

    def fixed_text(self, snapshot: Snapshot) -> str:
        """The text of a file, no notebook, with the safe fixes applied; unchanged if they can't be."""
        source = snapshot.source
        try:
            self._forget_edited(source.path)
            return self.session(source.path).fixed_text(source)
        except ConfigError:
            return source.text

    def edited(self, path: str) -> None:
        """Note that a file's text has changed; it is read when the next document is checked."""
        self._edited.add(path)

    def forget(self, uri: str) -> None:
        """Forget a document that was closed."""
        self._read.pop(uri, None)
        self._reparsers.pop(uri, None)

    def reconfigure(self) -> None:
        """Read all settings anew; raises ConfigError for those that were given on the command line."""
        self._configs = self._configure()
        self._sessions.clear()

    def _reparser(self, uri: str) -> Callable[[str], Tree]:
        """The parser of a document, incremental if the document was parsed before."""
        if uri not in self._reparsers:
            from torchlint.syntax.incremental import Reparser  # brings in the model

            self._reparsers[uri] = Reparser()
        return self._reparsers[uri].parse

    def _forget_edited(self, path: str) -> None:
        """Make the sessions forget edited files, except the one that is checked now."""
        for edited in [edited for edited in list(self._edited) if edited != path]:
            self._edited.discard(edited)
            for session in self._sessions.values():
                session.changed(edited)

    def _text_of(self, path: str, data: bytes | None = None) -> str | None:
        document = self._documents.at(path)
        if document is None:
            return text_of(path, data)
        return as_python(document.snapshot().source)


def is_python(path: str) -> bool:
    """Whether a file that changed may be one that others import."""
    return os.path.splitext(path)[1] in (".py", ".ipynb")
