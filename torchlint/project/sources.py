"""The files below a project's root: which there are, their texts, and their trees."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import lru_cache

from torchlint.syntax import ast_parser, cst_parser, tree

# A file's absolute path; of a package, that of its __init__.py, or of its folder where it has none.
Place = str

# How many characters of parsed files are kept for the next file that imports them, and how large one may be.
_KEPT = 5_000_000
_LARGEST = 600_000
# How many characters of texts that are only searched for names are kept.
_KEPT_TEXT = 16_000_000


class Sources:
    """The files below a root folder, each read and parsed when it is needed.

    `read` gives the text of a file, None if it can't be read. `exists` and `holds_python` say what there is.
    `searched_folders` has the folders where something was looked for.
    """

    def __init__(
        self,
        root: str,
        read: Callable[[str], str | None],
        exists: Callable[[str], bool],
        holds_python: Callable[[str], bool],
    ) -> None:
        self.root, self.read, self.exists, self._holds_python = root, read, exists, holds_python
        self.searched_folders: set[str] = set()
        self._trees: dict[Place, tree.Tree | None] = {}
        self._size = 0
        self._is_file: dict[str, bool] = {}
        self._is_folder: dict[str, bool] = {}
        self._texts: dict[Place, str] = {}
        self._room = _KEPT_TEXT

    def upwards(self, folder: str) -> Iterator[str]:
        """A folder of the project and those above it, up to the root."""
        while folder.startswith(self.root.rstrip(os.sep) + os.sep):
            yield folder
            folder = os.path.dirname(folder)
        if folder == self.root:
            yield folder

    def is_file(self, path: str) -> bool:
        """Whether there is such a file."""
        if path not in self._is_file:
            self.searched_folders.add(os.path.dirname(path))
            self._is_file[path] = self.exists(path)
        return self._is_file[path]

    def is_folder(self, path: str) -> bool:
        """Whether there is such a folder, and it holds Python files or folders rather than, say, checkpoints."""
        if path not in self._is_folder:
            self.searched_folders.add(path)
            self._is_folder[path] = self._holds_python(path)
        return self._is_folder[path]

    def keep(self, place: Place, syntax: tree.Tree) -> None:
        """Remember a tree that was parsed for another reason."""
        self._drop(place)
        self._trees[place] = syntax
        self._size += len(syntax.text)
        while self._size > _KEPT and len(self._trees) > 1:
            self._drop(next(iter(self._trees)))

    def _drop(self, place: Place) -> None:
        dropped = self._trees.pop(place, None)
        self._size -= len(dropped.text) if dropped else 0

    def parsed(self, place: Place, text: str) -> tree.Tree | None:
        """A file's tree, if it was parsed before, when its text was the same."""
        known = self._trees.get(place)
        return known if known is not None and known.text == text else None

    def tree(self, place: Place) -> tree.Tree | None:
        """A file's tree; None for a folder, and for what can't be read."""
        if place in self._trees:
            self._trees[place] = found = self._trees.pop(place)  # the last to go
            return found
        text = (self._texts.get(place) or self.read(place)) if place.endswith((".py", ".ipynb")) else None
        parsed = None
        if text is not None and len(text) < _LARGEST:
            parsed = _parsed(text)
        if parsed is None:
            self._trees[place] = None
        else:
            self.keep(place, parsed)
        return parsed

    def text(self, place: Place) -> str:
        """The text of a file as the last look at it found it; empty if it can't be read."""
        known = self._trees.get(place)
        if known:
            return known.text
        if place not in self._texts:
            text = self.read(place) or ""
            if len(text) > self._room:
                return text
            self._texts[place] = text
            self._room -= len(text)
        return self._texts[place]

    def forget(self, place: Place) -> bool:
        """Forget what was known of a file that has changed; whether it is a new one, or no longer there."""
        was_there = self._is_file.get(place, place in self._texts or place in self._trees)
        self._drop(place)
        self._room += len(self._texts.pop(place, ""))
        if was_there == os.path.isfile(place):
            return False
        self._is_file.clear()
        self._is_folder.clear()
        return True


def on_disk(folder: str) -> bool:
    """Whether such a folder exists, and contains Python files or folders."""
    if not os.path.isdir(folder):
        return False
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".py") or is_package(entry) for entry in entries)
    except OSError:  # a folder that can't be looked into can't be imported from
        return False


def is_package(entry: os.DirEntry[str]) -> bool:
    """Whether a directory entry is a folder that may contain code."""
    return entry.is_dir() and not entry.name.startswith((".", "__pycache__"))


def _parsed(text: str) -> tree.Tree | None:
    """The tree of a text; by libcst if the running Python does not know its syntax. None if neither can parse it."""
    try:
        return ast_parser.parse(text) or cst_parser.parse(text)
    except tree.Unparsable:
        return None


@lru_cache(20_000)
def is_among_tests(place: Place, root: str) -> bool:
    """Whether a file is among its project's tests, judged by its path alone."""
    return os.path.basename(place).startswith(("test_", "conftest")) or is_below_tests(place, root)


@lru_cache(20_000)
def is_below_tests(place: Place, root: str) -> bool:
    """Whether a file is in a folder of its project's tests."""
    return not {"test", "tests"}.isdisjoint(os.path.relpath(place, root).split(os.sep)[:-1])
