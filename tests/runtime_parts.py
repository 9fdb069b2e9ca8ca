"""The runtime's modules, imported into the process of the tests, which nothing observes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import torchlint

RUNTIME = Path(torchlint.__file__).parent / "verify" / "runtime"


@contextmanager
def importable() -> Iterator[None]:
    """The runtime's modules can be imported for a while."""
    sys.path.insert(0, str(RUNTIME))
    try:
        yield
    finally:
        sys.path.remove(str(RUNTIME))
        for name in [name for name in sys.modules if name.partition(".")[0] == "_torchlint"]:
            del sys.modules[name]


def part(name: str) -> ModuleType:
    """One module of the runtime."""
    return importlib.import_module(f"_torchlint.{name}")
