"""How files of the plan are compiled when they are imported, run with `-m`, or run again in a spawned process."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from . import plan, rewrite
from .faults import quietly


class Loader(SourceFileLoader):
    """Compiles one file of the plan; compiled files are neither read nor written."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return rewrite.compiled(self.get_data(path), path)


class Finder:
    """Finds what the other finders find, and gives files of the plan another loader."""

    def __init__(self) -> None:
        self._names = plan.module_names()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.rpartition(".")[2] not in self._names:
            return None
        spec = found_by_others(self, fullname, path, target)
        loader = spec.loader if spec is not None else None
        if spec is not None and type(loader) is SourceFileLoader and quietly("files", plan.of_file, loader.path):
            spec.loader = Loader(loader.name, loader.path)
        return spec


def found_by_others(
    asking: object, name: str, path: Sequence[str] | None, target: ModuleType | None
) -> ModuleSpec | None:
    """What an import would find if `asking` were not there."""
    for finder in sys.meta_path:
        find = getattr(finder, "find_spec", None)
        spec = find(name, path, target) if find and finder is not asking else None
        if spec is not None:
            return spec  # type: ignore[no-any-return]
    return None


def install() -> None:
    """Stand before the other finders, and where runpy compiles the main script of a spawned process."""
    sys.meta_path.insert(0, Finder())
    original = vars(runpy)["_get_code_from_file"]

    def get_code(*arguments: str) -> Any:
        path = arguments[-1]
        if not quietly("files", plan.of_file, path):
            return original(*arguments)
        with open(path, "rb") as file:
            code = rewrite.compiled(file.read(), path)
        return (code, path) if len(arguments) == 2 else code  # Python 3.13 wants the code alone

    vars(runpy)["_get_code_from_file"] = get_code
