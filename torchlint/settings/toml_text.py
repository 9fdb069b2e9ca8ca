"""TOML text: its values, and the position of each key and string."""

from __future__ import annotations

import re
from typing import Any

Path = tuple[str, ...]

TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|[A-Za-z0-9_-]+|[ \t\r]+|.''',
    re.DOTALL,
)
# Time grows with the square of how many parts a dotted key has: 20,000 of them, 40 KB, keep tomllib busy for 15 s.
_MOST_PARTS = 50
_LONG_KEY = re.compile(rf"""(?<![\w.-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{_MOST_PARTS}}}""")
PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


class TomlError(Exception):
    """Invalid TOML, and the position of the error."""

    def __init__(self, message: str, row: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


def parse(text: str) -> dict[str, Any]:
    """The document as plain values; raises TomlError."""
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    if long := _LONG_KEY.search(text):
        raise TomlError(f"a key with more than {_MOST_PARTS} parts", *_row_column(text, long.start()))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = PLACE.search(message)
        row, column = _row_column(text, len(text))
        if found and found[1]:
            row, column = int(found[1]), int(found[2])
        raise TomlError(PLACE.sub("", message[:1].lower() + message[1:]), row, column) from None
    except RecursionError:
        raise TomlError("nested too deeply", 1, 1) from None


class Places:
    """Where the keys and strings of a valid TOML text stand; `("tool", "ruff", "select", "E501")` is a list's item.

    A table in an array of tables has its number in the path: `("models", "0", "library")`.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._offsets = _offsets(text)

    def find(self, path: Path) -> tuple[int, int]:
        """Row and column of `path`, or of the nearest table around it; both count from 1."""
        while path and path not in self._offsets:
            path = path[:-1]
        return _row_column(self._text, self._offsets.get(path, 0))


def _row_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def _offsets(text: str) -> dict[Path, int]:
    found: dict[Path, int] = {}
    table: Path = ()  # the header above
    path: Path = ()  # the key whose value is being read
    open_brackets: list[tuple[str, Path]] = []
    key: list[str] = []  # the parts read so far of a key, or of a header
    arrays: dict[Path, int] = {}  # of tables: how many headers `[[like.this]]` there were
    key_start = 0
    in_key, in_header, is_array = True, False, False
    for token in TOKEN.finditer(text):
        word = token[0]
        if word[0] in " \t\r#":
            continue
        if in_key:
            if word == "=":
                path = (open_brackets[-1][1] if open_brackets else table) + tuple(key)
                _note(found, path, key_start)
                key, in_key = [], False
            elif word == "[":
                is_array, in_header = in_header, True
            elif word == "]" and in_header:
                table = _in_arrays(tuple(key), arrays, is_new=is_array)
                _note(found, table, key_start)
                key, in_header = [], False
            elif word == "}":
                open_brackets.pop()
                in_key = False
            elif word not in (".", "\n", "]", ","):
                key_start = key_start if key else token.start()
                key.append(_unquoted(word))
        elif word in ("[", "{"):
            open_brackets.append((word, path))
            in_key = word == "{"
        elif word in ("]", "}"):
            path = open_brackets.pop()[1]
        elif word == ",":
            in_key = open_brackets[-1][0] == "{"
        elif word == "\n":
            in_key = not open_brackets
        elif word[0] in "\"'":
            found.setdefault((*path, _unquoted(word)), token.start())
    return found


def _in_arrays(header: Path, arrays: dict[Path, int], *, is_new: bool) -> Path:
    """A header's path, with the number of the item wherever it leads into an array of tables."""
    path: Path = ()
    for at, part in enumerate(header, 1):
        path = (*path, part)
        if path in arrays and not (is_new and at == len(header)):
            path = (*path, str(arrays[path] - 1))
    if is_new:
        arrays[path] = arrays.get(path, 0) + 1
        path = (*path, str(arrays[path] - 1))
    return path


def _note(found: dict[Path, int], path: Path, offset: int) -> None:
    """Store the position of a key, and of its tables unless they have one."""
    for depth in range(1, len(path) + 1):
        found.setdefault(path[:depth], offset)


def _unquoted(word: str) -> str:
    if word[0] not in "\"'":
        return word
    value = parse(f"x = {word}")["x"]
    return value if isinstance(value, str) else word
