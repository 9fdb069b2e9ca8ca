"""Packages that import a module only when one of its names is first used.

Importing all queries takes longer than checking a short file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader
    from importlib.machinery import ModuleSpec

_IMPORT = re.compile(r"^ +from ([\w.]+) import \(?\s*((?:\w+ as \w+(?:,\s*)?)+)", re.MULTILINE)
_EXPORT = re.compile(r"(\w+) as \1\b")


def lazily(package: str) -> Callable[[str], object]:
    """The `__getattr__` of a package (PEP 562) that exports what its `if TYPE_CHECKING:` block imports.

    So names are listed once, where type checkers look.
    """
    origins: dict[str, str] = {}

    def __getattr__(name: str) -> object:
        module = sys.modules[package]
        origins.update(origins or exported(_source(module.__spec__)))
        if name not in origins:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(origins[name]), name)
        setattr(module, name, value)
        return value

    return __getattr__


def exported(source: str) -> dict[str, str]:
    """The names that a package's source imports for type checkers, with the modules that define them.

    These imports have the form `from module import name as name`, which type checkers take for an export. Matching
    that form is quicker than parsing the source.
    """
    return {name: module for module, names in _IMPORT.findall(source) for name in _EXPORT.findall(names)}


def _source(spec: ModuleSpec | None) -> str:
    if spec is None or spec.origin is None:
        return ""
    return cast("ResourceLoader", spec.loader).get_data(spec.origin).decode()  # reads from a zip, too
