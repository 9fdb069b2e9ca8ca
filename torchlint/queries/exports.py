"""Packages that import a module only when one of its names is first used.

Importing all queries takes longer than checking a short file.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec


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
    """The names that a package's source imports for type checkers, with the modules that define them."""
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def _source(spec: ModuleSpec | None) -> str:
    source = spec.loader.get_source(spec.name) if spec and spec.loader else None  # type: ignore[attr-defined]
    return source or ""
