"""The file that the cache is: SQLite, so that several runs may use it at once, and a killed one leaves it whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from torchlint.cache.disk import Seen

_LAYOUT = 1  # of the tables; a file with another one begins anew
_PATIENCE = 5.0  # seconds to wait for another run that writes
_MOST = 50_000  # results that are kept; of more, those go that nobody has asked for the longest
_VERSIONS = 8  # of one file: who goes back to another branch finds what was found there
_OLD = 30 * 24 * 3600  # seconds after which a result that nobody asks for goes

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files (path TEXT PRIMARY KEY, changed INTEGER, size INTEGER, digest TEXT) WITHOUT ROWID;
CREATE TABLE folders (path TEXT PRIMARY KEY, changed INTEGER, size INTEGER, digest TEXT) WITHOUT ROWID;
CREATE TABLE imports (path TEXT PRIMARY KEY, digest TEXT, layout TEXT, kept TEXT) WITHOUT ROWID;
CREATE TABLE states (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, digest TEXT, UNIQUE (path, digest));
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT, digest TEXT, rules TEXT, used INTEGER, states BLOB, found TEXT
);
CREATE INDEX of_path ON results (path, rules);
CREATE TABLE answers (
    result INTEGER REFERENCES results ON DELETE CASCADE, kind TEXT, stamp TEXT, kept BLOB, PRIMARY KEY (result, kind)
);
"""


class Row(NamedTuple):
    """What was found in a file: the numbers of the states of files that it hangs on, and the stamps of the answers."""

    number: int
    digest: str
    used: int  # when it was asked for, in seconds
    states: bytes
    found: str
    stamps: dict[str, str]  # by the kind of answers


class Store:
    """The tables. Raises sqlite3.Error where the file can't be used: it is locked, damaged, or can't be written."""

    def __init__(self, path: str, code: str) -> None:
        """Open the file at a path, empty if it is not of this `code`."""
        self._path, self._is_damaged = path, False
        try:
            self._open(code)
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):  # locked, or no room: it may be fine again soon
                raise
            self.close()
            os.unlink(path)  # damaged; nothing in it is worth a question
            self._open(code)

    def _open(self, code: str) -> None:
        self._connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        run = self._connection.execute
        run("PRAGMA foreign_keys = ON")
        run("PRAGMA synchronous = OFF")  # a cache need not outlive a power failure; a damaged one is begun anew
        if run("PRAGMA user_version").fetchone()[0] != _LAYOUT or self.meta("code") != code:
            with self._all_or_nothing():
                for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                    if not name.startswith("sqlite_"):
                        run(f"DROP TABLE {name}")
                for statement in _TABLES.split(";\n"):
                    run(statement)
                run(f"PRAGMA user_version = {_LAYOUT}")
                self.note("code", code)

    def _found(self, query: str, given: Sequence[object] = ()) -> list[Any]:
        """The rows that a query finds; none where the file is locked for long, or damaged, which `writing` sees to."""
        try:
            return self._connection.execute(query, given).fetchall()
        except sqlite3.DatabaseError as problem:
            self._is_damaged |= not isinstance(problem, sqlite3.OperationalError)
            return []

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """All of what is written meanwhile, or nothing. A file that is damaged is deleted: the next run begins anew."""
        try:
            if self._is_damaged:
                raise sqlite3.DatabaseError(f"{self._path} is damaged")
            with self._all_or_nothing():
                yield
        except sqlite3.DatabaseError as problem:
            if not isinstance(problem, sqlite3.OperationalError):
                self.close()
                os.unlink(self._path)
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
        """A text that was noted; empty if none was."""
        rows = self._found("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else ""

    def note(self, key: str, value: str) -> None:
        """Note a text."""
        self._connection.execute("REPLACE INTO meta VALUES (?, ?)", (key, value))

    def seen(self, table: str, root: str) -> dict[str, Seen]:
        """The `files` or `folders` that were seen, by their absolute paths."""
        rows = self._found(f"SELECT path, changed, size, digest FROM {table}")
        return {root + path: Seen(changed, size, digest) for path, changed, size, digest in rows}

    def note_seen(self, table: str, root: str, seen: dict[str, Seen]) -> None:
        """Note what was seen below a root folder."""
        rows = ((path.removeprefix(root), *one) for path, one in seen.items())
        self._connection.executemany(f"REPLACE INTO {table} VALUES (?, ?, ?, ?)", rows)

    def imports(self) -> list[tuple[str, str, str, str]]:
        """Of each file its path, its digest, the stamp of the layout, and what its imports led to."""
        return self._found("SELECT path, digest, layout, kept FROM imports")

    def note_imports(self, rows: Iterable[tuple[str, str, str, str]]) -> None:
        """Note the same."""
        self._connection.executemany("REPLACE INTO imports VALUES (?, ?, ?, ?)", rows)

    def rows(self, rules: str, paths: Sequence[str]) -> dict[str, list[Row]]:
        """What was found in files with these rules on, by their paths; more of them, where many are asked for."""
        few = len(paths) <= 200
        where = f" AND path IN ({','.join('?' * len(paths))})" if few else ""
        given = (rules, *(paths if few else ()))
        stamps: dict[int, dict[str, str]] = {}
        chosen = f"(SELECT id FROM results WHERE rules = ?{where})"
        for result, kind, stamp in self._found(
            f"SELECT result, kind, stamp FROM answers WHERE result IN {chosen}", given
        ):
            stamps.setdefault(result, {})[kind] = stamp
        found: dict[str, list[Row]] = {}
        columns = "path, id, digest, used, states, found"
        for path, *rest in self._found(f"SELECT {columns} FROM results WHERE rules = ?{where}", given):
            found.setdefault(path, []).append(Row._make((*rest, stamps.get(rest[0], {}))))
        return found

    def states(self, numbers: Iterable[int] | None) -> list[tuple[int, str, str]]:
        """Numbered states of files: paths and digests; all of them without numbers."""
        columns = "SELECT id, path, digest FROM states"
        if numbers is None:
            return self._found(columns)
        return [row for n in numbers for row in self._found(f"{columns} WHERE id = ?", (n,))]

    def number(self, path: str, digest: str) -> int:
        """The number of a state, which it is given if it has none."""
        find = "SELECT id FROM states WHERE path = ? AND digest = ?"
        row = self._connection.execute(find, (path, digest)).fetchone()
        if row is None:
            row = (
                self._connection.execute("INSERT INTO states (path, digest) VALUES (?, ?)", (path, digest)).lastrowid,
            )
        number: int = row[0]
        return number

    def answers(self, number: int, kind: str) -> bytes:
        """What was answered, when something was found, to questions of a kind."""
        query = "SELECT kept FROM answers WHERE result = ? AND kind = ?"
        rows = self._found(query, (number, kind))
        return rows[0][0] if rows else b""

    def keep(self, path: str, digest: str, rules: str, now: int, states: bytes, found: str) -> int:
        """Keep what was found in a file, and its number."""
        run = self._connection.execute
        same = "path = ? AND rules = ? AND digest = ? AND states = ?"
        run(f"DELETE FROM results WHERE {same}", (path, rules, digest, states))
        columns, values = "path, digest, rules, used, states, found", (path, digest, rules, now, states, found)
        number = run(f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values).lastrowid
        assert number is not None
        return number

    def keep_answers(self, number: int, kind: str, stamp: str, kept: bytes) -> None:
        """Keep what it hangs on besides states of files."""
        self._connection.execute("REPLACE INTO answers VALUES (?, ?, ?, ?)", (number, kind, stamp, kept))

    def still_true(self, numbers: Iterable[int], kind: str, stamp: str) -> None:
        """Note that the answers are the same under another stamp."""
        self._connection.executemany(
            "UPDATE answers SET stamp = ? WHERE result = ? AND kind = ?", ((stamp, n, kind) for n in numbers)
        )

    def rename_layout(self, kind: str, old: str, new: str) -> None:
        """Have what held under one stamp of the layout hold under another; `kind` is that of its answers."""
        self._connection.execute("UPDATE answers SET stamp = ? WHERE kind = ? AND stamp = ?", (new, kind, old))
        self._connection.execute("UPDATE imports SET layout = ? WHERE layout = ?", (new, old))

    def used(self, numbers: Iterable[int], now: int) -> None:
        """Note when results were asked for, in seconds."""
        self._connection.executemany("UPDATE results SET used = ? WHERE id = ?", ((now, n) for n in numbers))

    def prune(self, now: int) -> None:
        """Let go of what nobody has asked for."""
        run = self._connection.execute
        run("DELETE FROM results WHERE used < ?", (now - _OLD,))
        newest = "ROW_NUMBER() OVER (PARTITION BY path, rules ORDER BY id DESC)"
        old = f"SELECT id FROM (SELECT id, {newest} AS place FROM results) WHERE place > ?"
        run(f"DELETE FROM results WHERE id IN ({old})", (_VERSIONS,))
        run(
            "DELETE FROM results WHERE id NOT IN (SELECT id FROM results ORDER BY used DESC, id DESC LIMIT ?)", (_MOST,)
        )
        run("DELETE FROM states WHERE id < (SELECT MAX(id) FROM states) - ?", (4 * _MOST,))
