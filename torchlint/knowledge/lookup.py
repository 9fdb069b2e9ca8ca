"""The one way to ask what a dotted name, a class's bases or a method does, as far as any model has a row for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from torchlint.knowledge.effects import CallModel, ClassModel, Collective, Handler, InstanceOf, LibraryModel, Role
from torchlint.knowledge.frameworks import library_models
from torchlint.knowledge.naming_conventions import (
    CLASS_ENDINGS,
    DATASET_ENDINGS,
    LOADER_ENDINGS,
    MODULE_ENDINGS,
    OF_ANYTHING,
    PROGRESS_BARS,
    TRAINS,
)
from torchlint.knowledge.torch_api import fact

_TRAINS = re.compile(TRAINS)


class Lookup:
    """What names mean by the rows of some users, the strongest first, and where they say nothing, by torchlint's own.

    A row's name is the end of a dotted name; of several rows of a library that fit, the longest counts.
    """

    def __init__(self, rows: tuple[LibraryModel, ...] = ()) -> None:
        self.rows = rows
        # The packages that the rows speak of: code that imports one may have to do with PyTorch.
        self.packages = frozenset(name.partition(".")[0] for row in rows for name in row.packages)
        self._call_models: dict[str, CallModel | None] = {}
        self._class_models: dict[str, ClassModel | None] = {}
        self._class_names: dict[str, str] = {}

    def call_model(self, name: str) -> CallModel | None:
        """What calling a dotted name does; None where no row says."""
        try:
            return self._call_models[name]
        except KeyError:
            known = self._call_models[name] = self._find_call(name)
            return known

    def handler(self, name: str) -> Handler:
        """The handler that the row of a dotted name has; empty where it has none."""
        row = self.call_model(name)
        return row.handler if row is not None else ""

    def names_with(self, handler: Handler, *packages: str) -> tuple[str, ...]:
        """The names in packages of which torchlint's own rows say that a handler is for them."""
        models = (model for package in packages for model in library_models(package))
        return tuple(name for model in models for name, row in model.calls.items() if row.handler == handler)

    def class_name(self, name: str) -> str:
        """The name that a class has in its library's model, by its dotted name; empty if it has no row."""
        if name not in self._class_names:
            self._class_names[name] = self._find_class(name)
        return self._class_names[name]

    def class_model(self, name: str) -> ClassModel | None:
        """The row of a class, by the name that `class_name` gives."""
        try:
            return self._class_models[name]
        except KeyError:
            known = self._class_models[name] = self._find_class_model(name)
            return known

    def collective(self, name: str) -> Collective:
        """Whether a function, or a method of a class with a row, waits for all processes, by its dotted name."""
        owner, _, method = name.rpartition(".")
        cls = self.class_model(owner)
        row = cls.methods.get(method) if cls is not None else self.call_model(name)
        return row.collective if row is not None else ""

    def class_models(self, bases: Iterable[str]) -> list[ClassModel]:
        """The rows of the classes that a class derives from, by the dotted names of its bases."""
        named = (self.class_name(base) or self._base_of(base) for base in bases)
        return [row for name in named if name and (row := self.class_model(name))]

    def _base_of(self, base: str) -> str:
        """The class with a row from which one of a library's modules derives, by their dotted names."""
        known = (m for m, rest in _knowing(self._models(base), base) if m.modules and re.fullmatch(m.modules, rest))
        return next((f"{model.packages[0]}.{model.base_of_modules}" for model in known if model.base_of_modules), "")

    def has_role(self, base: str, role: Role) -> bool:
        """Whether the row of a base class says that its objects are that."""
        name = self.class_name(base)
        row = self.class_model(name) if name else None
        return row is not None and row.role == role

    def is_module_class(self, base: str) -> bool:
        """Whether a class that is not PyTorch's own is an nn.Module, by its dotted name."""
        if self.class_name(base):
            return self.has_role(base, "module")
        if base.endswith(MODULE_ENDINGS):
            return True
        is_class = base.rpartition(".")[2][:1].isupper()
        return is_class and any(
            m.modules and re.fullmatch(m.modules, rest) for m, rest in _knowing(self._models(base), base)
        )

    def is_dataset_class(self, base: str) -> bool:
        """Whether a class that is not PyTorch's own is a Dataset, by its row or by how its dotted name ends."""
        return base.endswith(DATASET_ENDINGS) or self.has_role(base, "dataset")

    def imposes_forward(self, base: str) -> bool:
        """Whether a base class of another package says what forward returns."""
        row = self.class_model(self.class_name(base))
        return row is None or row.imposes_forward

    def exported(self, package: str, name: str) -> str | None:
        """What a name means that `from package import *` brings along; None if that is not known."""
        for model, _ in _knowing(self._models(package), f"{package}."):
            if name in model.exports:
                return model.exports[name]
            if name in model.classes or name in model.calls:
                return f"{model.packages[0]}.{name}"
        return None

    def users_call(self, names: Iterable[str]) -> CallModel | None:
        """What a user's row says that a function or class of the project does, which has all of these names."""
        found = (
            model.calls[key]
            for name in names
            for model, _ in _knowing(self.rows, name)
            if (key := _ending(model.calls, name))
        )
        return next(found, None)

    def users_class(self, names: Iterable[str]) -> str:
        """The name in a user's row of a class of the project, which has all of these names; empty if there is none."""
        found = (
            f"{model.packages[0]}.{key}"
            for name in names
            for model, _ in _knowing(self.rows, name)
            if (key := _ending(model.classes, name))
        )
        return next(found, "")

    def _models(self, name: str) -> tuple[LibraryModel, ...]:
        return (*self.rows, *library_models(name.partition(".")[0]))

    def _find_call(self, name: str) -> CallModel | None:
        owner, _, method = name.rpartition(".")
        for model, rest in _knowing(self._models(name), name):
            if key := _ending(model.calls, name):
                return model.calls[key]
            if model in self.rows and (key := _ending(model.classes, owner)) and method in model.classes[key].methods:
                return model.classes[key].methods[method]  # of the class itself: `acme.Engine.from_config(...)`
            if key := _ending(model.classes, name):
                return CallModel(InstanceOf(f"{model.packages[0]}.{key}"))
            for pattern, row in model.patterns.items():
                if re.fullmatch(pattern, rest):
                    return row
            if model.modules and re.fullmatch(model.modules, rest):
                return CallModel("module")
        if name.rpartition(".")[2] in PROGRESS_BARS:
            return CallModel(handler="progress-bar")
        return CallModel("loader") if name.endswith(LOADER_ENDINGS) and fact(name) is None else None

    def _find_class_model(self, name: str) -> ClassModel | None:
        for model in self._models(name):
            for package in model.packages:
                if name.startswith(package + ".") and (row := model.classes.get(name[len(package) + 1 :])):
                    return row
        return None

    def _find_class(self, name: str) -> str:
        for model, rest in _knowing(self._models(name), name):
            if key := _ending(model.classes, name):
                return f"{model.packages[0]}.{key}"
            for pattern, row in model.patterns.items():
                if isinstance(row.gives, InstanceOf) and re.fullmatch(pattern, rest):
                    return row.gives
        last = name.rpartition(".")[2]
        return next((known for ending, known in CLASS_ENDINGS.items() if last.endswith(ending)), "")


BUILT_IN = Lookup()


def _knowing(models: Iterable[LibraryModel], name: str) -> Iterator[tuple[LibraryModel, str]]:
    """The models that a dotted name may belong to, each with the rest of the name."""
    for model in models:
        for package in model.packages:
            if name.startswith(package + "."):
                yield model, name[len(package) + 1 :]
                break


def _ending(rows: Mapping[str, object], name: str) -> str:
    """The longest end of a dotted name that has a row; empty if none has."""
    while name and name not in rows:
        name = name.partition(".")[2]
    return name


def method_of_anything(name: str, arguments: int) -> CallModel | None:
    """What calling a method says by its name alone, where nothing is known of the object."""
    found = OF_ANYTHING.get(name)
    return found if found is not None and found.only_with in (-1, arguments) else None


@cache
def says_that_it_trains(name: str) -> bool:
    """Whether a function's name says that it differentiates or lets an optimizer step."""
    return _TRAINS.search(name) is not None
