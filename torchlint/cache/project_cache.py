"""The cache of one project: the results of its files, each valid until one of its dependencies changes."""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.cache.file_stamps import FileStamps, digest_of_all
from torchlint.cache.result import GRAPH, LAYOUT, TEXTS, CachedResult, answered, answers_in
from torchlint.cache.store import Row, Store

if TYPE_CHECKING:
    from torchlint.files.project_files import Listing
    from torchlint.project.dependencies import ProjectQuery
    from torchlint.project.import_graph import Imports
    from torchlint.project.project_files import ProjectFiles
    from torchlint.project.sources import Place

_ANOTHER_DAY = 24 * 3600  # seconds after which the use of a result is recorded
_GRAPH = "graph"  # the key of the stamps of the layout and of all texts, and that of the graph that goes with them
_EXTRAS = "folders"  # the key of the list of folders without a file of the project in which names are looked for


class Project:
    """The cache of the project below a root folder. `make` creates its ProjectFiles, to repeat recorded queries.

    A result depends on texts, which are compared by digest, and on answers to project queries. A query is repeated only
    if the stamp of its kind has changed: of the layout (which files there are, and what the project requires), of the
    import graph, or of all texts.
    """

    def __init__(
        self, store: Store, root: str, listing: Callable[[], Listing], make: Callable[[Project], ProjectFiles]
    ) -> None:
        self._store, self._listed, self._make = store, listing, make
        self.root, self._root = root, os.path.join(root, "")
        self.file_stamps = FileStamps(store.stamps("files", self._root), store.stamps("folders", self._root))
        self._answers: dict[ProjectQuery, list[str]] = {}
        self._still_true: dict[str, list[Row]] = {}
        self._used: list[int] = []
        self._cached_results: list[CachedResult] = []
        self._rule_metadata: dict[str, str] = {}
        self._new_imports: dict[Place, Imports] = {}

    @cached_property
    def project_files(self) -> ProjectFiles:
        """The files of the project as they are now."""
        return self._make(self)

    @cached_property
    def listing(self) -> Listing:
        """The listing of the project's files in this run."""
        return self._listed()

    # What is known of rules

    def rule_metadata(self, packs: str) -> str:
        """The cached metadata of the rules under a key for the packs; empty if there is none."""
        return self._store.meta(f"rules {packs}")

    def note_rule_metadata(self, packs: str, metadata: str) -> None:
        """Queue it to be written by `save`."""
        self._rule_metadata[f"rules {packs}"] = metadata

    # What all of the project comes to

    @cached_property
    def _layout(self) -> str:
        return self._layout_of(self.listing, self.file_stamps, self._extras)

    @cached_property
    def _extras(self) -> list[str]:
        return [self._root + path for path in self._store.meta(_EXTRAS).split("\0") if path]

    def _layout_of(self, listing: Listing, stamps: FileStamps, extras: Iterable[str]) -> str:
        from torchlint.project.requirements import FILES

        def matters(name: str) -> bool:
            return name.endswith((".py", ".ipynb")) or name in FILES

        folders = {os.path.dirname(path) for path in (*listing.code, *listing.requirements)}
        for folder in list(folders):
            while len(above := os.path.dirname(folder)) >= len(self._root) - 1 and above not in folders:
                folders.add(above)
                folder = above
        parts = [path.removeprefix(self._root) for path in listing.code]
        for folder in sorted({*folders, *extras}):
            parts += (folder.removeprefix(self._root[:-1]), stamps.folder(folder, matters))
        for path in listing.requirements:
            parts += (path.removeprefix(self._root), stamps.digest(path))
        return digest_of_all(parts)

    @cached_property
    def _graph(self) -> str:
        of_these = f"{self._layout} {self._texts} "
        if (noted := self._store.meta(_GRAPH)).startswith(of_these):
            return noted.removeprefix(of_these)
        paths = self.listing.code
        if self.listing.problem:  # then nothing depends on who imports whom
            return digest_of_all(path.removeprefix(self._root) for path in paths)
        parts: list[str] = []
        for path in paths:
            digest = self._known_imports_digest(path)
            if digest is None:
                self._new_imports[path] = self.project_files.imported(path)
                digest = digest_of_all([self._encoded(self._new_imports[path])])
            parts += (path.removeprefix(self._root), digest)
        return digest_of_all(parts)

    @cached_property
    def _texts(self) -> str:
        return digest_of_all(
            f"{path.removeprefix(self._root)}\0{self.file_stamps.digest(path)}"
            for path in (*self.listing.code, *self.listing.configuration)
        )

    def _stamp(self, kind: str) -> str:
        if kind == LAYOUT:
            return self._layout
        return self._graph if kind == GRAPH else self._texts

    # What files import

    @cached_property
    def _stored_imports(self) -> dict[str, tuple[str, str, str]]:
        return {path: (digest, layout, kept) for path, digest, layout, kept in self._store.imports()}

    def _stored_for(self, path: Place) -> str | None:
        digest, layout, kept = self._stored_imports.get(path.removeprefix(self._root), ("", "", ""))
        return kept if kept and layout == self._layout and digest == self.file_stamps.digest(path) else None

    def _known_imports_digest(self, path: Place) -> str | None:
        kept = self._stored_for(path)
        return None if kept is None else digest_of_all([kept])

    def imports_of(self, path: Place) -> Imports | None:
        """The cached imports of a file, resolved; None if they are not known."""
        if path in self._new_imports:
            return self._new_imports[path]
        kept = self._stored_for(path)
        if kept is None:
            return None
        return [(self._root + place, frozenset(names)) for place, *names in json.loads(kept)]

    def _encoded(self, imports: Imports) -> str:
        return json.dumps([[place.removeprefix(self._root), *sorted(names)] for place, names in imports])

    # What was found before

    def known(self, paths: Sequence[str], rules: str) -> dict[str, str]:
        """The cached results of files at absolute paths, encoded, as far as they are still valid."""
        rows = self._store.rows(rules, [path.removeprefix(self._root) for path in paths])
        of_these_texts = [
            (path, row)
            for path in paths
            for row in rows.get(path.removeprefix(self._root), ())
            if row.digest == self.file_stamps.digest(path)
        ]
        true = self._true_states(row for _, row in of_these_texts)
        known: dict[str, Row] = {}
        for path, row in of_these_texts:
            if path not in known and true.issuperset(array("q", row.states)) and self._answers_hold(row):
                known[path] = row
        now = int(time.time())
        self._used += (row.number for row in known.values() if now - row.used > _ANOTHER_DAY)
        return {path: row.found for path, row in known.items()}

    def _true_states(self, rows: Iterable[Row]) -> set[int]:
        """The numbers of the file states that are unchanged."""
        numbers: set[int] = set()
        for row in rows:
            numbers.update(array("q", row.states))
        store = self._store
        states = store.states(numbers if len(numbers) < 500 else None)
        noted = [row for row in states if row[0] in numbers and row[0] == store.number(*row[1:])]
        return {number for number, path, digest in noted if self.file_stamps.digest(self._root + path) == digest}

    def _answers_hold(self, row: Row) -> bool:
        return all(stamp == self._stamp(kind) or self._same_answers(row, kind) for kind, stamp in row.stamps.items())

    def _same_answers(self, row: Row, kind: str) -> bool:
        """Whether repeating the queries gives the same answers."""
        try:
            rows = answers_in(self._store.answers(row, kind), self._root)
        except (ValueError, zlib.error):
            return False
        if all(self._answer(question) == answer for question, answer in rows):
            self._still_true.setdefault(kind, []).append(row)
            return True
        return False

    def _answer(self, question: ProjectQuery) -> list[str]:
        if question not in self._answers:
            self._answers[question] = self.project_files.answer(question)
        return self._answers[question]

    # What is found now

    def prepare(self) -> None:
        """Compute what many checks will query, before processes are forked, which can't share the database."""
        _ = self._layout, self._graph, self._stored_imports

    def begin(self) -> None:
        """Start recording the queries to the project, for the next `cached_result`."""
        from torchlint.project.dependencies import Dependencies

        self.project_files.dependencies = Dependencies()

    def cached_result(self, path: str, rules: str, found: str) -> CachedResult:
        """The result of a file with its dependencies: the queries that were recorded since `begin`."""
        dependencies = self.project_files.dependencies
        texts = sorted({place for place in dependencies.texts if place.startswith(self._root)} - {path})
        return CachedResult(
            path,
            self.file_stamps.digest(path),
            rules,
            found,
            tuple((place, self.file_stamps.digest(place)) for place in texts),
            answered(self.project_files, self._root),
            frozenset(self._searched_folders()),
        )

    def _searched_folders(self) -> Iterator[str]:
        """The folders searched for a name since the last call; for a missing folder, the one above."""
        for folder in self.project_files.searched_folders:
            while not os.path.isdir(folder) and folder.startswith(self._root):
                folder = os.path.dirname(folder)
            yield folder
        self.project_files.searched_folders.clear()

    def keep(self, result: CachedResult) -> None:
        """Queue it to be written by `save`."""
        self._cached_results.append(result)

    def save(self) -> None:
        """Write what is new; if that fails, the next run computes it again."""
        if not (self._cached_results or self._still_true or self._used):
            return
        try:
            with self._store.writing():
                self._write()
        except (sqlite3.Error, OSError, UnicodeError):  # a path that is not UTF-8 is no text to SQLite
            return
        self._cached_results, self._still_true, self._used = [], {}, []

    def _write(self) -> None:
        store, now = self._store, int(time.time())
        for key, metadata in self._rule_metadata.items():
            store.note(key, metadata)
        stamps = {kind: self._stamp(kind) for kind in (LAYOUT, GRAPH, TEXTS)} if self._cached_results else {}
        if self._cached_results and self._has_changed():
            stamps = dict.fromkeys(stamps, "")  # the answers may be older or newer than the stamps
        for result in self._cached_results:
            numbers = store.note_states(((path.removeprefix(self._root), d) for path, d in result.states), now)
            states = array("q", sorted(numbers)).tobytes()
            answers = {kind: (stamps[kind], kept) for kind, kept in result.answers}
            path = result.path.removeprefix(self._root)
            store.keep(path, result.digest, result.rules, now, states, result.found, answers)
            for place, _ in result.states:
                self.file_stamps.digest(place)  # what another process has read
        for kind, rows in self._still_true.items():
            store.still_true(rows, kind, self._stamp(kind))
        store.used(self._used, now)
        layout = self._with_new_folders()
        store.note(_GRAPH, f"{layout} {self._texts} {self._graph}")
        store.note_imports(
            (path.removeprefix(self._root), self.file_stamps.digest(path), layout, self._encoded(imports))
            for path, imports in self._new_imports.items()
        )
        store.note_stamps("files", self._root, self.file_stamps.files)
        store.note_stamps("folders", self._root, self.file_stamps.folders)
        store.prune(now)

    def _has_changed(self) -> bool:
        """Whether files were added or removed since this run began."""
        stamps = FileStamps(self.file_stamps.files, self.file_stamps.folders)
        return self._layout_of(self._listed(), stamps, self._extras) != self._layout

    def _with_new_folders(self) -> str:
        """The stamp of the layout, now including the folders that were searched for the first time."""
        searched_folders = {
            *self._searched_folders(),
            *(folder for result in self._cached_results for folder in result.folders),
        }
        new = [folder for folder in searched_folders - set(self.file_stamps.folders) if folder.startswith(self._root)]
        if not new:
            return self._layout
        self._extras += new
        layout = self._layout_of(self.listing, self.file_stamps, self._extras)
        self._store.note(_EXTRAS, "\0".join(sorted(path.removeprefix(self._root) for path in self._extras)))
        self._store.rename_layout(LAYOUT, self._layout, layout)
        return layout
