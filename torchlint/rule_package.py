"""Imports a rule's folder as a package: rule.py runs when the rule is loaded, other files when they are first used.

`from . import detect` in a rule.py imports detect.py of the same folder, and only files of that folder can be imported
this way: all of them are in `sys.modules` before rule.py runs, and the package has an empty search path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import count
from threading import RLock
from types import CodeType, ModuleType
from typing import Any
from zipimport import ZipImportError, zipimporter

_ABOVE = "torchlint.rules"
# rule.py is the package itself; bad.py and good.py are programs about which the rule says something.
_NOT_FOR_IMPORT = frozenset(("rule.py", "bad.py", "good.py"))

# One lock for all: with a lock for each module, two threads that enter a circle of imports would wait for each other.
_LOCK = RLock()

# An installed torchlint has a folder of this name. Python would make a package of it, in which `from .. import` finds
# other rules.
sys.modules[_ABOVE] = None  # type: ignore[assignment]


class _Lazy(ModuleType):
    """A module that runs when one of its own attributes is first read."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("__"):
            _run_lazy(self)
        return ModuleType.__getattribute__(self, name)  # not super(): it is no _Lazy any more


_running: set[ModuleType] = set()


def run_rule(folder: str, files: Iterable[str], *, is_ours: bool) -> ModuleType:
    """The package made from a rule's folder, given the names of its Python files; raises what rule.py raises.

    The bytecode of torchlint's own rules is cached as for any module. A user's pack is part of the code that is
    checked, so nothing is written there, and what runs is the source.
    """
    file = os.path.join(folder, "rule.py")
    with _LOCK:
        name = _name_of(folder, file)
        _forget(name)
        package = _module(ModuleType, name, file, is_ours=is_ours)
        together = {name: package}
        for other in files:
            stem = other.removesuffix(".py")
            if other not in _NOT_FOR_IMPORT and stem.isidentifier():
                lazy = _module(_Lazy, f"{name}.{stem}", os.path.join(folder, other), is_ours=is_ours)
                lazy.__dict__["__together__"] = together
                together[lazy.__name__] = lazy
        try:
            _execute(package)
        except BaseException:
            _forget(name)
            raise
    return package


def zip_at(path: str) -> zipimporter | None:
    """The reader of the part of a zip file that a path leads to; None if it is on the disk, or does not exist."""
    if os.path.exists(path):
        return None
    try:
        return zipimporter(path)
    except ZipImportError:
        return None


def _name_of(folder: str, file: str) -> str:
    """The package's name in `sys.modules`: that of its folder, with a number if another pack has the same."""
    plain = f"{_ABOVE}.{os.path.basename(folder)}"
    for number in count(1):
        name = f"{plain}~{number}" if number > 1 else plain
        if name not in sys.modules or sys.modules[name].__file__ == file:
            break
    return name


def _forget(name: str) -> None:
    """Remove a package and its modules from `sys.modules`."""
    if name in sys.modules:
        for other in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            del sys.modules[other]


def _module(kind: type[ModuleType], name: str, file: str, *, is_ours: bool) -> ModuleType:
    """A module that has not run yet, in `sys.modules`, where imports, dataclasses and get_type_hints look."""
    is_package = kind is ModuleType
    spec = ModuleSpec(name, None, origin=file, loader_state=is_ours, is_package=is_package)
    module = sys.modules[name] = kind(name)
    module.__file__, module.__spec__, module.__package__ = file, spec, spec.parent
    if is_package:
        module.__path__ = []
    return module


def _run_lazy(module: ModuleType) -> None:
    """Run a module that has not run yet. A second thread waits for it; after an error, the next use tries again."""
    with _LOCK:
        if type(module) is not _Lazy or module in _running:  # it asks for its own names while it runs
            return
        _running.add(module)
        together: dict[str, ModuleType] = module.__dict__["__together__"]
        others = {name: sys.modules.get(name) for name in together}
        sys.modules.update(together)  # its imports mean its own package, also if the folder was loaded again since
        try:
            _execute(module)
        except (AttributeError, SystemExit) as error:
            # `from .detect import name` takes an AttributeError for the lack of the name; SystemExit ends the run.
            text = f"{type(error).__name__}: {error}"
            raise ImportError(text).with_traceback(error.__traceback__) from error
        finally:
            _running.discard(module)
            for name, other in others.items():
                if other is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = other
        module.__class__ = ModuleType  # type: ignore[assignment]  # it has run: nothing is looked at any more


def _execute(module: ModuleType) -> None:
    file, is_ours = str(module.__file__), module.__spec__ is not None and bool(module.__spec__.loader_state)
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, sys.dont_write_bytecode or not is_ours
    try:
        exec(_code(file, is_ours=is_ours), module.__dict__)
    finally:
        sys.dont_write_bytecode = writes


def _code(file: str, *, is_ours: bool) -> CodeType:
    folder, name = os.path.split(file)
    stem = name.removesuffix(".py")
    loader = zip_at(folder) or SourceFileLoader(stem, file)
    if is_ours and (code := loader.get_code(stem)) is not None:
        return code
    return compile(loader.get_data(file), file, "exec", dont_inherit=True)
