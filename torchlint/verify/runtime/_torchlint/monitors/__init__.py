"""The monitors: each in a file by the name that rules call it by, as a class of that name in capitals."""

from __future__ import annotations

import os
from importlib import import_module

from ..monitor import Monitor

# Read once, and early: later on the program may have put something else in the place of `os.listdir`.
NAMES = frozenset(file[:-3] for file in os.listdir(os.path.dirname(__file__)) if file.endswith(".py")) - {"__init__"}


def monitor(name: str) -> type[Monitor]:
    """The class of a monitor; raises LookupError for a name that is no file of this folder."""
    if name not in NAMES:
        raise LookupError(f"torchlint has no monitor named {name!r}")
    kind: type[Monitor] = getattr(import_module(f"{__name__}.{name}"), name.title().replace("_", ""))
    return kind
