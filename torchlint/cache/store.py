"""The cache's database: SQLite, so that several runs can use it at once, and a killed run leaves it intact."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from torchlint.cache.file_stamps import Stamp, digest_of
from torchlint.cache.key import Seals
from torchlint.cache.location import APPLICATION, BESIDE, delete, is_ours

LAYOUT = 2  # of the tables
_PATIENCE = 5.0  # seconds to wait for another run that writes
_MOST = 50_000  # the most results in a database; beyond that, the least recently used go
_MOST_STATES = 4 * _MOST
_VERSIONS = 8  # results of one file: after switching back to another branch, its results are still there
_OLD = 30 * 24 * 3600  # seconds after which a result that nobody asks for goes

# Each row has a seal over all that an answer depends on, which nobody can make without the key. A state's number is its
# seal, and answers have their digest in the result that depends on them.
_TABLES = """\
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT, seal BLOB) WITHOUT ROWID;
CREATE TABLE files (path TEXT PRIMARY KEY, changed INTEGER, size INTEGER, digest TEXT, seal BLOB) WITHOUT ROWID;
CREATE TABLE folders (path TEXT PRIMARY KEY, changed INTEGER, size INTEGER, digest TEXT, seal BLOB) WITHOUT ROWID;
CREATE TABLE imports (path TEXT PRIMARY KEY, digest TEXT, layout TEXT, kept TEXT, seal BLOB) WITHOUT ROWID;
CREATE TABLE states (id INTEGER PRIMARY KEY, path TEXT, digest TEXT, born INTEGER);
CREATE TABLE results (
    id INTEGER PRIMARY KEY, path TEXT, digest TEXT, rules TEXT, used INTEGER, states BLOB, found TEXT, asked TEXT,
    seal BLOB, stamps TEXT, stamped BLOB
);
CREATE INDEX of_path ON results (path, rules);
CREATE TABLE answers (
    result INTEGER REFERENCES results ON DELETE CASCADE, kind TEXT, kept BLOB, PRIMARY KEY (result, kind)
) WITHOUT ROWID""".split(";\n")
# What SQLite raises, and what Python does for a text in a damaged file, or for what is said of it, that is not UTF-8.
_PROBLEMS = (sqlite3.DatabaseError, UnicodeDecodeError)
_NAMES = ("meta", "files", "folders", "imports", "states", "answers", "results")


class Row(NamedTuple):
    """A cached result: the numbers of the file states that it depends on, and the stamps of the answers."""

    number: int
    digest: str
    used: int  # when it was last used, in seconds
    states: bytes
    found: str
    answer_digests: str  # the kinds of answers, with the digests of these
    seal: bytes
    stamps: dict[str, str]  # by the kind of answers


class Store:
    """The tables. Raises sqlite3.Error or OSError if the file can't be used: locked, damaged, or not torchlint's."""

    def __init__(self, path: str, code: str, seals: Seals) -> None:
        """Open the file at a path, empty if it is not of this `code`."""
        self._path, self._seals, self._is_damaged = path, seals, False
        self._numbers: dict[tuple[str, str], int] = {}
        try:
            self._open(code)
        except _PROBLEMS as problem:
            if _is_busy(problem):
                raise
            self._delete()
            self._open(code)

    def _open(self, code: str) -> None:
        _refuse_others(self._path)
        self._connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        run = self._connection.execute
        run("PRAGMA trusted_schema = OFF")  # whatever the file is, it runs nothing
        run("PRAGMA cell_size_check = ON")
        run("PRAGMA foreign_keys = ON")
        run("PRAGMA synchronous = OFF")  # a cache need not outlive a power failure; a damaged one is begun anew
        if not self._is_current(code):
            with self._all_or_nothing():
                self._begin(code)

    def _begin(self, code: str) -> None:
        """Create the tables, or clear those of another version of torchlint; another run may just have done so."""
        run = self._connection.execute
        if not self._schema():
            run(f"PRAGMA application_id = {APPLICATION}")
            run(f"PRAGMA user_version = {LAYOUT}")
            for statement in _TABLES:
                run(statement)
        elif self._schema() != set(_TABLES):
            raise sqlite3.OperationalError(f"{self._path} has other tables than those of the cache")
        if not self._is_current(code):
            for name in _NAMES:
                run(f"DELETE FROM {name}")
            self.note("code", code)

    def _schema(self) -> set[str]:
        return {sql for (sql,) in self._connection.execute("SELECT sql FROM sqlite_master")}

    def _is_current(self, code: str) -> bool:
        return self._schema() == set(_TABLES) and self.meta("code") == code

    def _found(self, query: str, given: Sequence[object] = ()) -> list[Any]:
        """The rows of a query; none if the file stays locked, or is damaged, which `writing` handles."""
        try:
            return self._connection.execute(query, given).fetchall()
        except _PROBLEMS as problem:
            self._is_damaged |= not _is_busy(problem)
            return []
        except UnicodeEncodeError:  # a path that is not UTF-8, which SQLite has no text for
            return []

    def _is_sealed(self, seal: object, *parts: object) -> bool:
        """Whether a row is as it was written here."""
        is_right = self._seals.of(*parts) == seal
        self._is_damaged |= not is_right
        return is_right

    def _delete(self) -> None:
        """Delete a damaged file without asking: it is only a cache. A file that is not torchlint's is left alone."""
        self.close()
        if is_ours(self._path):
            delete(self._path)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction. A damaged file is deleted, so that the next run starts with an empty one."""
        try:
            if self._is_damaged:
                raise sqlite3.DatabaseError(f"{self._path} is damaged")
            with self._all_or_nothing():
                yield
        except _PROBLEMS as problem:
            if not _is_busy(problem):
                self._delete()
            raise

    @contextlib.contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def meta(self, key: str) -> str:
        """The metadata under a name; empty if there is none."""
        rows = self._found("SELECT value, seal FROM meta WHERE key = ?", (key,))
        return next((value for value, seal in rows if self._is_sealed(seal, "meta", key, value)), "")

    def note(self, key: str, value: str) -> None:
        """Store metadata under a name."""
        self._connection.execute("REPLACE INTO meta VALUES (?, ?, ?)", (key, value, self._seals.of("meta", key, value)))

    def stamps(self, table: str, root: str) -> dict[str, Stamp]:
        """The stamps of `files` or `folders`, by absolute path."""
        rows = self._found(f"SELECT path, changed, size, digest, seal FROM {table}")
        return {root + row[0]: Stamp(*row[1:4]) for row in rows if self._is_sealed(row[4], table, *row[:4])}

    def note_stamps(self, table: str, root: str, stamps: dict[str, Stamp]) -> None:
        """Store the stamps of files or folders below a root folder."""
        rows = ((path.removeprefix(root), *one) for path, one in stamps.items())
        sealed = ((*row, self._seals.of(table, *row)) for row in rows)
        self._connection.executemany(f"REPLACE INTO {table} VALUES (?, ?, ?, ?, ?)", sealed)

    def imports(self) -> list[tuple[str, str, str, str]]:
        """For each file its path, its digest, the stamp of the layout, and its resolved imports."""
        rows = self._found("SELECT path, digest, layout, kept, seal FROM imports")
        return [row[:4] for row in rows if self._is_sealed(row[4], "imports", *row[:4])]

    def note_imports(self, rows: Iterable[tuple[str, str, str, str]]) -> None:
        """Store resolved imports."""
        sealed = ((*row, self._seals.of("imports", *row)) for row in rows)
        self._connection.executemany("REPLACE INTO imports VALUES (?, ?, ?, ?, ?)", sealed)

    def rows(self, rules: str, paths: Sequence[str]) -> dict[str, list[Row]]:
        """The results of files under a key for the rules, by path; for many files, possibly more than these."""
        few = len(paths) <= 200
        where = f" AND path IN ({','.join('?' * len(paths))})" if few else ""
        given = (rules, *(paths if few else ()))
        columns = "path, digest, states, found, asked, seal, stamps, stamped, id, used"
        found: dict[str, list[Row]] = {}
        for row in self._found(f"SELECT {columns} FROM results WHERE rules = ?{where}", given):
            path, digest, states, kept, answer_digests, seal, stamps, stamped, number, used = row
            if self._is_sealed(seal, "result", path, digest, rules, states, kept, answer_digests) and self._is_sealed(
                stamped, "stamps", seal, stamps
            ):
                when = used if isinstance(used, int) else 0
                found.setdefault(path, []).append(
                    Row(number, digest, when, states, kept, answer_digests, seal, _by_kind(stamps))
                )
        return found

    def states(self, numbers: Iterable[int] | None) -> list[tuple[int, str, str]]:
        """File states by number: paths and digests; all of them if no numbers are given."""
        columns = "SELECT id, path, digest FROM states"
        if numbers is None:
            return self._found(columns)
        return [row for n in numbers for row in self._found(f"{columns} WHERE id = ?", (n,))]

    def number(self, path: str, digest: str) -> int:
        """The unique number of a file state."""
        return self._seals.number("state", path, digest)

    def note_states(self, states: Iterable[tuple[str, str]], now: int) -> list[int]:
        """Store file states; returns their numbers."""
        numbers = []
        for path, digest in states:
            number = self._numbers.get((path, digest))
            if number is None:
                number = self._numbers[path, digest] = self.number(path, digest)
                self._connection.execute("REPLACE INTO states VALUES (?, ?, ?, ?)", (number, path, digest, now))
            numbers.append(number)
        return numbers

    def answers(self, row: Row, kind: str) -> bytes:
        """The encoded answers to a result's queries of a kind; empty if they are damaged."""
        rows = self._found("SELECT kept FROM answers WHERE result = ? AND kind = ?", (row.number, kind))
        digest = _by_kind(row.answer_digests).get(kind)
        return next((kept for (kept,) in rows if isinstance(kept, bytes) and digest_of(kept) == digest), b"")

    def keep(
        self,
        path: str,
        digest: str,
        rules: str,
        now: int,
        states: bytes,
        found: str,
        answers: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """Store a result; `answers` are its dependencies besides file states, with their stamps."""
        run = self._connection.execute
        same = "path = ? AND rules = ? AND digest = ? AND states = ?"
        run(f"DELETE FROM results WHERE {same}", (path, rules, digest, states))
        answer_digests = _joined({kind: digest_of(kept) for kind, (_, kept) in answers.items()})
        stamps = _joined({kind: stamp for kind, (stamp, _) in answers.items()})
        seal = self._seals.of("result", path, digest, rules, states, found, answer_digests)
        values = (
            path,
            digest,
            rules,
            now,
            states,
            found,
            answer_digests,
            seal,
            stamps,
            self._seals.of("stamps", seal, stamps),
        )
        number = run("INSERT INTO results VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values).lastrowid
        rows = ((number, kind, kept) for kind, (_, kept) in answers.items())
        self._connection.executemany("INSERT INTO answers VALUES (?, ?, ?)", rows)

    def still_true(self, rows: Iterable[Row], kind: str, stamp: str) -> None:
        """Record that the answers are the same under a new stamp."""
        for row in rows:
            self._stamp(row.number, row.seal, kind, None, stamp)

    def rename_layout(self, kind: str, old: str, new: str) -> None:
        """Replace one stamp of the layout by another; `kind` is that of its answers."""
        for number, seal in self._found("SELECT id, seal FROM results"):
            self._stamp(number, seal, kind, old, new)
        self.note_imports([(*row[:2], new, row[3]) for row in self.imports() if row[2] == old])

    def _stamp(self, number: int, seal: bytes, kind: str, old: str | None, new: str) -> None:
        """Put another stamp on the answers of a kind, if they have the `old` one."""
        query = "SELECT stamps, stamped FROM results WHERE id = ? AND seal = ?"
        for stamps, stamped in self._found(query, (number, seal)):
            if not self._is_sealed(stamped, "stamps", seal, stamps):
                continue
            by_kind = _by_kind(stamps)
            if kind in by_kind and old in (None, by_kind[kind]):
                text = _joined({**by_kind, kind: new})
                values = (text, self._seals.of("stamps", seal, text), number)
                self._connection.execute("UPDATE results SET stamps = ?, stamped = ? WHERE id = ?", values)

    def used(self, numbers: Iterable[int], now: int) -> None:
        """Record when results were last used, in seconds."""
        self._connection.executemany("UPDATE results SET used = ? WHERE id = ?", ((now, n) for n in numbers))

    def prune(self, now: int) -> None:
        """Delete results that have not been used for long."""
        run = self._connection.execute
        run("DELETE FROM results WHERE used < ?", (now - _OLD,))
        newest = "ROW_NUMBER() OVER (PARTITION BY path, rules ORDER BY id DESC)"
        old = f"SELECT id FROM (SELECT id, {newest} AS place FROM results) WHERE place > ?"
        run(f"DELETE FROM results WHERE id IN ({old})", (_VERSIONS,))
        run(
            "DELETE FROM results WHERE id NOT IN (SELECT id FROM results ORDER BY used DESC, id DESC LIMIT ?)", (_MOST,)
        )
        if run("SELECT COUNT(*) FROM states").fetchone()[0] > _MOST_STATES:
            older = "SELECT id FROM states ORDER BY born DESC LIMIT -1 OFFSET ?"
            run(f"DELETE FROM states WHERE id IN ({older})", (_MOST_STATES // 2,))


def _is_busy(problem: Exception) -> bool:
    """Whether the error is temporary: a locked file, or a full disk, but not a damaged file."""
    return isinstance(problem, sqlite3.OperationalError) and "UTF-8" not in str(problem)


def _by_kind(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split())


def _joined(by_kind: Mapping[str, str]) -> str:
    return " ".join(f"{kind}={what}" for kind, what in by_kind.items())


def _refuse_others(path: str) -> None:
    """Raise OSError if a file is not torchlint's; create an empty one if there is none."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644))  # follows no link
    status = os.lstat(path)
    is_empty = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and not status.st_size
    if not (is_empty or is_ours(path)):
        raise OSError(f"{path} is not a cache of torchlint")
    for end in BESIDE:
        if os.path.lexists(path + end) and not stat.S_ISREG(os.lstat(path + end).st_mode):
            raise OSError(f"{path + end} is not a file")
