"""What a check asks of the project around its file, with a note of each question: its result depends on the answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from torchlint.project import requirements
from torchlint.project.config_targets import ConfigTargets
from torchlint.project.dependencies import (
    BELOW,
    CONFIGURED,
    IMPORTERS,
    IMPORTS,
    MENTIONED,
    MENTIONING,
    MODULE,
    PACKAGE,
    TORCH,
    USERS,
    Dependencies,
    ProjectQuery,
)
from torchlint.project.import_graph import ImportGraph, Imports
from torchlint.project.import_resolver import ImportResolver, NoImports
from torchlint.project.root import place_in
from torchlint.project.sources import Place, Sources, on_disk
from torchlint.project.torch_versions import TorchVersions
from torchlint.syntax.tree import Tree

# How many files are parsed for one question that many files of a project may answer.
_MOST_NEAR = 50


class ProjectFiles:
    """The project below a root folder. Files are found, read and parsed when something leads there.

    `read` gives the text of a file, None if it can't be read; `listed` the absolute paths of all Python files, None if
    there are too many to look through them; `torch_version` what the configuration of a folder says of the PyTorch that
    the project supports, `requirement_files` the absolute paths of all files that may say it, too, `config_files` those
    of its YAML files. `is_file` and `holds_python` say what there is: on the disk, unless the project is looked at as
    it was. `known_imports` gives those of files that were worked out before. Of a file that is judged by itself, it is
    `alone`: no name leads to another file and nobody imports it.

    Each question is noted in `asked`, and the folders that were searched in `searched_folders`.
    """

    def __init__(
        self,
        root: str,
        read: Callable[[str], str | None],
        listed: Callable[[], Iterable[str] | None] = lambda: (),
        torch_version: Callable[[str], str] = lambda folder: "",
        *,
        requirement_files: Callable[[], Iterable[str]] = lambda: (),
        config_files: Callable[[], Iterable[str]] = lambda: (),
        is_file: Callable[[str], bool] = os.path.isfile,
        holds_python: Callable[[str], bool] | None = None,
        known_imports: Callable[[Place], Imports | None] = lambda place: None,
        alone: bool = False,
    ) -> None:
        self.root = root
        self.dependencies = Dependencies()
        self._sources = Sources(root, read, is_file, holds_python or on_disk)
        self._resolver = (NoImports if alone else ImportResolver)(self._sources)
        self._graph = ImportGraph(self._sources, self._resolver, (lambda: None) if alone else listed, known_imports)
        self._versions = TorchVersions(self._sources, torch_version, requirement_files)
        self._targets = ConfigTargets((lambda: ()) if alone else config_files, read)

    @property
    def searched_folders(self) -> set[str]:
        """The folders where a name was looked for."""
        return self._sources.searched_folders

    def place(self, path: str) -> Place:
        """The identity of the file at a path."""
        return place_in(self.root, path)

    # What is asked, and noted

    def resolve(self, importer: Place, level: int, module: str) -> Place | None:
        """The file or folder that an import in `importer` means; None if it is not part of the project."""
        self.dependencies.queries.add((MODULE, os.path.dirname(importer), str(level), module))
        return self._resolver.leads(importer, level, module)

    def submodule(self, package: Place, name: str) -> Place | None:
        """The file or folder of that name inside a package."""
        self.dependencies.queries.add((BELOW, package, name))
        return self._resolver.submodule(package, name)

    def torch(self, place: Place) -> requirements.Supported:
        """The PyTorch versions that the code at a place is for."""
        folder = os.path.dirname(place)
        self.dependencies.queries.add((TORCH, folder))
        return self._versions.of_folder(folder)

    def package(self, place: Place, name: str, newest: requirements.Version) -> requirements.Supported:
        """The versions of another package, known up to the newest, that the code at a place is for."""
        folder = os.path.dirname(place)
        self.dependencies.queries.add((PACKAGE, folder, name, *map(str, newest)))
        return self._versions.of_package(folder, name, newest)

    def tree(self, place: Place) -> Tree | None:
        """A file's tree; None for a folder, and if it can't be read or parsed."""
        self.dependencies.texts.add(place)
        return self._sources.tree(place)

    def trees(self, places: Iterable[Place]) -> Iterator[Tree]:
        """The trees of these files, without those that can't be read or parsed."""
        return (found for place in places if (found := self.tree(place)) is not None)

    def trees_near(self, place: Place, places: Iterable[Place]) -> Iterator[Tree]:
        """The same, but of many files only the nearest."""
        return self.trees(self.nearest(place, places))

    def nearest(self, place: Place, places: Iterable[Place]) -> list[Place]:
        """These files; of many, those whose folders are closest to that of a file.

        A repository may hold dozens of programs, and what is far away belongs to another one.
        """
        found = list(places)
        if len(found) > _MOST_NEAR:
            folder = os.path.dirname(place)
            found = sorted(found, key=lambda one: -len(os.path.commonpath((folder, os.path.dirname(one)))))
        return found[:_MOST_NEAR]

    def text(self, place: Place) -> str:
        """The text of a file when it was last read; empty if it can't be read."""
        self.dependencies.texts.add(place)
        return self._sources.text(place)

    def importers(self, place: Place) -> list[Place]:
        """The files that import a file or something of it; those in its own folder and below come first."""
        self.dependencies.queries.add((IMPORTERS, place))
        return self._graph.importers(place)

    def imports(self, place: Place) -> list[Place]:
        """The files that a file's import statements name."""
        self.dependencies.queries.add((IMPORTS, place))
        return self._graph.imports(place)

    def users(self, place: Place) -> list[Place]:
        """The files that import a file, also through files that re-export its names; without packages and tests."""
        self.dependencies.queries.add((USERS, place))
        return self._graph.users(place)

    def mentions(self, word: str) -> bool:
        """Whether some file of the project contains a word; True if there are too many files to search."""
        self.dependencies.queries.add((MENTIONED, word))
        return self._graph.mentions(word)

    def files_mentioning(self, *words: str) -> list[Place]:
        """The files of the project that contain all of these words; empty if there are too many to search."""
        self.dependencies.queries.add((MENTIONING, *words))
        return self._graph.files_mentioning(words)

    def configured(self, key: str) -> list[str]:
        """The dotted names of the classes that the project's configuration has under a key, for a program to create."""
        self.dependencies.queries.add((CONFIGURED, key))
        return self._targets.named(key)

    def answer(self, question: ProjectQuery) -> list[str]:
        """The current answer to a question that was asked before, as strings that can be compared and stored."""
        kind, *about = question
        return self._ANSWERS[kind](self, *about)

    _ANSWERS: ClassVar[dict[str, Callable[..., list[str]]]] = {
        MODULE: lambda here, folder, level, module: [here._resolver.resolve(folder, int(level), module) or ""],
        BELOW: lambda here, package, name: [here._resolver.submodule(package, name) or ""],
        TORCH: lambda here, folder: [repr(here._versions.of_folder(folder))],
        PACKAGE: lambda here, folder, name, major, minor: [
            repr(here._versions.of_package(folder, name, (int(major), int(minor))))
        ],
        IMPORTERS: lambda here, place: here._graph.importers(place),
        IMPORTS: lambda here, place: here._graph.imports(place),
        USERS: lambda here, place: here._graph.users(place),
        MENTIONING: lambda here, *words: here._graph.files_mentioning(words),
        MENTIONED: lambda here, word: [str(here._graph.mentions(word))],
        CONFIGURED: lambda here, key: here._targets.named(key),
    }

    # What is known without a question of the check

    def keep(self, place: Place, syntax: Tree) -> None:
        """Store a tree that was parsed elsewhere."""
        self._sources.keep(place, syntax)

    def parsed(self, place: Place, text: str) -> Tree | None:
        """A file's tree, if it was parsed before from the same text."""
        return self._sources.parsed(place, text)

    def imported(self, path: Place) -> Imports:
        """The files that a file's import statements name, and what they import from each."""
        return self._graph.imported(path)

    def changed(self, place: Place) -> None:
        """Forget a file that was edited, created or deleted, and its imports."""
        is_new_or_gone = self._sources.forget(place)
        if is_new_or_gone:
            self._resolver.forget()
        self._graph.forget(place, is_new_or_gone=is_new_or_gone)
