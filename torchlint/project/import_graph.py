"""Who imports whom: the import statements of all files of a project, and which files have some words in them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from torchlint.project.dependencies import MOST_FILES
from torchlint.project.import_resolver import ImportResolver
from torchlint.project.sources import Place, Sources, is_among_tests

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)
_NAME = re.compile(r"[^\W\d]\w*")

# The files that a file's import statements name, and what they take from each.
Imports = list[tuple[Place, frozenset[str]]]

# What an import takes from a file, besides names: all of them, or the file itself, to look into.
_STAR, _WHOLE = "*", "."
_ALL = frozenset((_STAR,))


class ImportGraph:
    """The files of a project as nodes, and their import statements as edges.

    `listed` gives the absolute paths of all Python files, None if there are too many to look through them, and
    `known_imports` those edges that were worked out before.
    """

    def __init__(
        self,
        sources: Sources,
        resolver: ImportResolver,
        listed: Callable[[], Iterable[str] | None],
        known_imports: Callable[[Place], Imports | None],
    ) -> None:
        self._sources, self._resolver, self._listed, self._known_imports = sources, resolver, listed, known_imports
        self._users: dict[Place, list[Place]] = {}
        self._ordered: dict[Place, list[Place]] = {}
        self._mentioning: dict[tuple[str, ...], list[Place]] = {}
        self._searched: frozenset[Place] = frozenset()  # the files that were searched for imports

    def importers(self, place: Place) -> list[Place]:
        """The files that import a file or something of it; those of its own folder, and below that, first."""
        if place not in self._ordered:
            here = os.path.dirname(place) + os.sep
            found = self._importers.get(place, ())
            self._ordered[place] = sorted(found, key=lambda path: (not path.startswith(here), path))
        return self._ordered[place]

    def imports(self, place: Place) -> list[Place]:
        """The files that a file's import statements name."""
        return list(dict.fromkeys(found for found, _ in self.imported(place) if found != place))

    def users(self, place: Place) -> list[Place]:
        """The files that import a file, also by way of others that hand its names on; packages and tests aside."""
        if place not in self._users:
            self._users[place] = self._find_users(place)
        return self._users[place]

    def _find_users(self, place: Place) -> list[Place]:
        found: list[Place] = []
        todo, seen = [(place, _ALL)], {place}
        for here, held in todo:  # grows as files are found that hand names on
            for importer in self.importers(here):
                if importer in seen:
                    continue  # most are, in a large package
                taken = self._importers[here][importer]
                handed = held if _STAR in taken else taken if _STAR in held else taken & held
                if is_among_tests(importer, self._sources.root) or not (handed or _WHOLE in taken):
                    continue
                seen.add(importer)
                is_package = importer.endswith("__init__.py")
                if not is_package:
                    found.append(importer)
                if is_package or handed != {_WHOLE}:
                    todo.append((importer, _ALL if is_package else handed - {_WHOLE}))
        return found

    def mentions(self, word: str) -> bool:
        """Whether some file of the project has a word; yes where there are too many to look."""
        return self._files is None or bool(self.files_mentioning((word,)))

    def files_mentioning(self, words: tuple[str, ...]) -> list[Place]:
        """The files of the project that have all of these words; none where there are too many to look."""
        if words not in self._mentioning:
            files, text = self._files or (), self._sources.text
            self._mentioning[words] = [path for path in files if all(word in text(path) for word in words)]
        return list(self._mentioning[words])

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
        text = self._sources.text(path)
        for origin, written, plain in _IMPORT.findall(text) if "import" in text else ():
            if plain:
                modules = [part.split()[0] for part in plain.split(",") if part.strip()]
                yield from ((p, frozenset((_WHOLE,))) for m in modules if (p := self._resolver.leads(path, 0, m)))
                continue
            module = origin.lstrip(".")
            place = self._resolver.leads(path, len(origin) - len(module), module)
            if place is None:
                continue
            names = frozenset(_NAME.findall(written))
            files = {name: found for name in sorted(names) if (found := self._resolver.submodule(place, name))}
            yield place, _ALL if "*" in written else names - files.keys()  # a file is nothing that the package hands on
            yield from ((found, frozenset((_WHOLE,))) for found in files.values())

    def forget(self, place: Place, *, is_new_or_gone: bool) -> None:
        """Forget what was known of a file that has changed, and read its import statements again."""
        self._users.clear()
        self._ordered.clear()
        self._mentioning.clear()
        if is_new_or_gone:
            self.__dict__.pop("_importers", None)
            self.__dict__.pop("_files", None)
        elif place in self._searched:
            for importers in self._importers.values():
                importers.pop(place, None)
            self._note_imports(place, self._importers)
