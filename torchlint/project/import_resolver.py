"""The Python files around those that are checked: where an import leads, what stands there, and who imports it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import islice
from typing import ClassVar

from torchlint.project import requirements
from torchlint.project.dependencies import (
    BELOW,
    IMPORTERS,
    IMPORTS,
    MODULE,
    MOST_FILES,
    SPEAKING,
    SPOKEN,
    TORCH,
    USERS,
    Asked,
    Question,
)
from torchlint.project.root import place_in
from torchlint.syntax import ast_parser, cst_parser, tree

# A file's absolute path; of a package, that of its __init__.py, or of its folder where it has none.
Place = str

# Nobody's project holds these, whatever its files are called; torch is known better from its tables.
_ELSEWHERE = sys.stdlib_module_names | {"torch", "numpy"}
# How many characters of parsed files are kept for the next file that imports them, and how large one may be.
_KEPT = 5_000_000
_LARGEST = 600_000
# How many characters of texts that are only searched for names are kept.
_KEPT_TEXT = 16_000_000
# So many files of requirements are read where none stands above a file.
_MOST_REQUIREMENTS = 50

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)
_NAME = re.compile(r"[^\W\d]\w*")

# The files that a file's import statements name, and what they take from each.
Imports = list[tuple[Place, frozenset[str]]]

# What an import takes from a file, besides names: all of them, or the file itself, to look into.
_STAR, _WHOLE = "*", "."
_ALL = frozenset((_STAR,))


class Repository:
    """The project below a root folder. Files are found, read and parsed when something leads there.

    `read` gives the text of a file, None if it can't be read; `listed` the absolute paths of all Python files, None if
    there are too many to look through them; `torch_version` what the configuration of a folder says of the PyTorch that
    the project supports, `requirement_files` the absolute paths of all files that may say it, too. `is_file` and
    `holds_python` say what there is: on the disk, unless the project is looked at as it was. `known_imports` gives
    those of files that were worked out before.

    What it is asked it notes in `asked`, and the folders where it looks in `looked_in`, for who wants to know on which
    answers something hangs.
    """

    def __init__(
        self,
        root: str,
        read: Callable[[str], str | None],
        listed: Callable[[], Iterable[str] | None] = lambda: (),
        torch_version: Callable[[str], str] = lambda folder: "",
        *,
        requirement_files: Callable[[], Iterable[str]] = lambda: (),
        is_file: Callable[[str], bool] = os.path.isfile,
        holds_python: Callable[[str], bool] | None = None,
        known_imports: Callable[[Place], Imports | None] = lambda place: None,
    ) -> None:
        self.root = root
        self.asked = Asked()
        self.looked_in: set[str] = set()  # folders
        self._exists, self._holds_python = is_file, holds_python or on_disk
        self._read, self._listed, self._torch_version = read, listed, torch_version
        self._requirement_files, self._known_imports = requirement_files, known_imports
        self._torch: dict[str, requirements.Supported] = {}
        self._trees: dict[Place, tree.Tree | None] = {}
        self._size = 0
        self._is_file: dict[str, bool] = {}
        self._is_folder: dict[str, bool] = {}
        self._resolved: dict[tuple[str, int, str], Place | None] = {}
        self._texts: dict[Place, str] = {}
        self._room = _KEPT_TEXT
        self._users: dict[Place, list[Place]] = {}
        self._ordered: dict[Place, list[Place]] = {}
        self._searched: frozenset[Place] = frozenset()  # the files that were searched for imports

    def place(self, path: str) -> Place:
        """Where the file at a path stands."""
        return place_in(self.root, path)

    # Where a name leads

    def resolve(self, importer: Place, level: int, module: str) -> Place | None:
        """The file or folder that an import in `importer` means; None where that is no part of the project."""
        self.asked.questions.add((MODULE, os.path.dirname(importer), str(level), module))
        return self._leads(importer, level, module)

    def _leads(self, importer: Place, level: int, module: str) -> Place | None:
        found = self._resolve(os.path.dirname(importer), level, module)
        return None if found == importer and module else found

    def _resolve(self, folder: str, level: int, module: str) -> Place | None:
        key = (folder, level, module)
        if key not in self._resolved:
            self._resolved[key] = self._relative(folder, level, module) if level else self._absolute(folder, module)
        return self._resolved[key]

    def _relative(self, folder: str, level: int, module: str) -> Place | None:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        if not f"{folder}{os.sep}".startswith(f"{self.root.rstrip(os.sep)}{os.sep}"):
            return None  # above the project, where nothing of it is
        return self._below(folder, module.split(".") if module else [])

    def _absolute(self, folder: str, module: str) -> Place | None:
        """As a script of this folder would find it, or one of a folder above: the nearest first."""
        first, _, _ = module.partition(".")
        if first in _ELSEWHERE:
            return None
        parts = module.split(".")
        for here in self._upwards(folder):
            for base in (here, os.path.join(here, "src")):
                if found := self._below(base, parts):
                    return found
        # A package that is a project of its own knows itself by its name.
        if first == os.path.basename(self.root) and self._file(os.path.join(self.root, "__init__.py")):
            return self._below(self.root, parts[1:])
        # A part of a larger whole, which says `whole.team.part.file` for its own part/file.py.
        for here in self._upwards(folder) if len(parts) > 3 else ():
            for at in range(2, len(parts) - 1):
                if found := self._below(here, parts[at:]):
                    return found
        return None

    def _upwards(self, folder: str) -> Iterator[str]:
        """A folder of the project and those above it, up to the root."""
        while folder.startswith(self.root.rstrip(os.sep) + os.sep):
            yield folder
            folder = os.path.dirname(folder)
        if folder == self.root:
            yield folder

    def _below(self, folder: str, parts: list[str]) -> Place | None:
        for part in parts[:-1]:
            folder = os.path.join(folder, part)
        if not parts:
            return self._package(folder)
        whole = os.path.join(folder, parts[-1])
        if package := self._package(whole):
            return package
        return whole + ".py" if self._file(whole + ".py") else None

    def _package(self, folder: str) -> Place | None:
        if not self._folder(folder):
            return None
        own = os.path.join(folder, "__init__.py")
        return own if self._file(own) else folder

    def submodule(self, package: Place, name: str) -> Place | None:
        """The file or folder of that name inside a package."""
        self.asked.questions.add((BELOW, package, name))
        return self._submodule(package, name)

    def _submodule(self, package: Place, name: str) -> Place | None:
        if package.endswith(os.sep + "__init__.py"):
            return self._below(os.path.dirname(package), [name])
        return None if package.endswith(".py") else self._below(package, [name])

    def _file(self, path: str) -> bool:
        if path not in self._is_file:
            self.looked_in.add(os.path.dirname(path))
            self._is_file[path] = self._exists(path)
        return self._is_file[path]

    def _folder(self, path: str) -> bool:
        """Whether there is such a folder, and it holds Python files or folders rather than, say, checkpoints."""
        if path not in self._is_folder:
            self.looked_in.add(path)
            self._is_folder[path] = self._holds_python(path)
        return self._is_folder[path]

    # What it needs

    def torch(self, place: Place) -> requirements.Supported:
        """The PyTorch versions that the code at a place is for: as configured, else as the nearest requirements say.

        Where none stand in a folder above, those that any other requirements of the project admit.
        """
        folder = os.path.dirname(place)
        self.asked.questions.add((TORCH, folder))
        return self._torch_in(folder)

    def _torch_in(self, folder: str) -> requirements.Supported:
        if folder not in self._torch:
            configured = requirements.supported(self._torch_version(folder))
            required = configured or self._required_above(folder) or self._required_anywhere
            self._torch[folder] = required or requirements.Supported()
        return self._torch[folder]

    @cached_property
    def _required_anywhere(self) -> requirements.Supported | None:
        paths = islice(self._requirement_files(), _MOST_REQUIREMENTS)
        return requirements.any_of(text for path in paths if (text := self._read(path)) is not None)

    def _required_above(self, folder: str) -> requirements.Supported | None:
        for here in self._upwards(folder):
            paths = (os.path.join(here, name) for name in requirements.FILES)
            texts = [text for path in paths if self._exists(path) and (text := self._read(path)) is not None]
            for says in (requirements.required, requirements.goes_with_torchvision):
                for text in texts:
                    if (found := says(text)) is not None:
                        return found
        return None

    # What stands there

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
        self.asked.texts.add(place)
        if place in self._trees:
            self._trees[place] = found = self._trees.pop(place)  # the last to go
            return found
        text = (self._texts.get(place) or self._read(place)) if place.endswith((".py", ".ipynb")) else None
        parsed = None
        if text is not None and len(text) < _LARGEST:
            parsed = _parsed(text)
        if parsed is None:
            self._trees[place] = None
        else:
            self.keep(place, parsed)
        return parsed

    def changed(self, place: Place) -> None:
        """Forget what was known of a file that is edited, new or no longer there, and whom it imports."""
        was_there = self._is_file.get(place, place in self._texts or place in self._trees)
        self._drop(place)
        self._room += len(self._texts.pop(place, ""))
        self._users.clear()
        self._ordered.clear()
        if was_there != os.path.isfile(place):
            for known in (self._is_file, self._is_folder, self._resolved):
                known.clear()
            self.__dict__.pop("_importers", None)
            self.__dict__.pop("_files", None)
        elif place in self._searched:
            for importers in self._importers.values():
                importers.pop(place, None)
            self._note_imports(place, self._importers)

    # Who imports it

    def importers(self, place: Place) -> list[Place]:
        """The files that import a file or something of it; those of its own folder, and below that, first."""
        self.asked.questions.add((IMPORTERS, place))
        return self._importers_of(place)

    def _importers_of(self, place: Place) -> list[Place]:
        if place not in self._ordered:
            here = os.path.dirname(place) + os.sep
            found = self._importers.get(place, ())
            self._ordered[place] = sorted(found, key=lambda path: (not path.startswith(here), path))
        return self._ordered[place]

    def imports(self, place: Place) -> list[Place]:
        """The files that a file's import statements name."""
        self.asked.questions.add((IMPORTS, place))
        return self._imports_of(place)

    def _imports_of(self, place: Place) -> list[Place]:
        return list(dict.fromkeys(found for found, _ in self.imported(place) if found != place))

    def users(self, place: Place) -> list[Place]:
        """The files that import a file, also by way of others that hand its names on; packages and tests aside."""
        self.asked.questions.add((USERS, place))
        return self._users_of(place)

    def _users_of(self, place: Place) -> list[Place]:
        if place not in self._users:
            self._users[place] = self._find_users(place)
        return self._users[place]

    def _find_users(self, place: Place) -> list[Place]:
        found: list[Place] = []
        todo, seen = [(place, _ALL)], {place}
        for here, held in todo:  # grows as files are found that hand names on
            for importer in self._importers_of(here):
                if importer in seen:
                    continue  # most are, in a large package
                taken = self._importers[here][importer]
                handed = held if _STAR in taken else taken if _STAR in held else taken & held
                if is_among_tests(importer, self.root) or not (handed or _WHOLE in taken):
                    continue
                seen.add(importer)
                is_package = importer.endswith("__init__.py")
                if not is_package:
                    found.append(importer)
                if is_package or handed != {_WHOLE}:
                    todo.append((importer, _ALL if is_package else handed - {_WHOLE}))
        return found

    def text(self, place: Place) -> str:
        """The text of a file as the last look at it found it; empty if it can't be read."""
        self.asked.texts.add(place)
        return self._text(place)

    def _text(self, place: Place) -> str:
        known = self._trees.get(place)
        if known:
            return known.text
        if place not in self._texts:
            text = self._read(place) or ""
            if len(text) > self._room:
                return text
            self._texts[place] = text
            self._room -= len(text)
        return self._texts[place]

    def speaks_of(self, word: str) -> bool:
        """Whether some file of the project has a word; yes where there are too many to look."""
        self.asked.questions.add((SPOKEN, word))
        return self._is_spoken_of(word)

    def _is_spoken_of(self, word: str) -> bool:
        return self._files is None or bool(self._speaking_of((word,)))

    def speaking_of(self, *words: str) -> list[Place]:
        """The files of the project that have all of these words; none where there are too many to look."""
        self.asked.questions.add((SPEAKING, *words))
        return self._speaking_of(words)

    def _speaking_of(self, words: tuple[str, ...]) -> list[Place]:
        return [path for path in self._files or () if all(word in self._text(path) for word in words)]

    @cached_property
    def _files(self) -> list[Place] | None:
        """The Python files of the project; None where there are too many to look through them."""
        listed = self._listed()
        files = None if listed is None else list(listed)
        return None if files is None or len(files) > MOST_FILES else files

    @cached_property
    def _importers(self) -> dict[Place, dict[Place, frozenset[str]]]:
        """Who imports each file, and which names of it."""
        found: dict[Place, dict[Place, frozenset[str]]] = {}
        files = self._files or ()
        self._searched = frozenset(files)
        for path in files:
            self._note_imports(path, found)
        return found

    def _note_imports(self, path: Place, found: dict[Place, dict[Place, frozenset[str]]]) -> None:
        for place, names in self.imported(path):
            if place != path:
                before = found.setdefault(place, {}).get(path, frozenset())
                found[place][path] = before | names

    def imported(self, path: Place) -> Imports:
        """The places that a file's import statements name, and what they take from there."""
        known = self._known_imports(path)
        return list(self._imported(path)) if known is None else known

    def _imported(self, path: Place) -> Iterator[tuple[Place, frozenset[str]]]:
        text = self._text(path)
        for origin, written, plain in _IMPORT.findall(text) if "import" in text else ():
            if plain:
                modules = [part.split()[0] for part in plain.split(",") if part.strip()]
                yield from ((p, frozenset((_WHOLE,))) for m in modules if (p := self._leads(path, 0, m)))
                continue
            module = origin.lstrip(".")
            place = self._leads(path, len(origin) - len(module), module)
            if place is None:
                continue
            names = frozenset(_NAME.findall(written))
            files = {name: found for name in sorted(names) if (found := self._submodule(place, name))}
            yield place, _ALL if "*" in written else names - files.keys()  # a file is nothing that the package hands on
            yield from ((found, frozenset((_WHOLE,))) for found in files.values())

    # What was asked

    def answer(self, question: Question) -> list[str]:
        """What is said to a question that was asked before, as words that can be compared and kept."""
        kind, *about = question
        return self._ANSWERS[kind](self, *about)

    _ANSWERS: ClassVar[dict[str, Callable[..., list[str]]]] = {
        MODULE: lambda here, folder, level, module: [here._resolve(folder, int(level), module) or ""],
        BELOW: lambda here, package, name: [here._submodule(package, name) or ""],
        TORCH: lambda here, folder: [repr(here._torch_in(folder))],
        IMPORTERS: lambda here, place: here._importers_of(place),
        IMPORTS: lambda here, place: here._imports_of(place),
        USERS: lambda here, place: here._users_of(place),
        SPEAKING: lambda here, *words: here._speaking_of(words),
        SPOKEN: lambda here, word: [str(here._is_spoken_of(word))],
    }


def on_disk(folder: str) -> bool:
    """Whether there is such a folder, and Python files or folders are in it."""
    if not os.path.isdir(folder):
        return False
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".py") or is_package(entry) for entry in entries)
    except OSError:  # a folder that can't be looked into can't be imported from
        return False


def is_package(entry: os.DirEntry[str]) -> bool:
    """Whether something in a folder is a folder that code may lie in."""
    return entry.is_dir() and not entry.name.startswith((".", "__pycache__"))


def _parsed(text: str) -> tree.Tree | None:
    """The tree of a text, by libcst where the running Python does not know its syntax yet; None if neither reads it."""
    try:
        return ast_parser.parse(text) or cst_parser.parse(text)
    except tree.Unparsable:
        return None


@lru_cache(20_000)
def is_among_tests(place: Place, root: str) -> bool:
    """Whether a file stands among its project's tests, by its path alone: what a test calls, it calls to see it run."""
    *folders, name = os.path.relpath(place, root).split(os.sep)
    return name.startswith(("test_", "conftest")) or not {"test", "tests"}.isdisjoint(folders)
