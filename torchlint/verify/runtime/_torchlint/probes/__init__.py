"""The probes: each in a file by the name that experiments call it by, as a class of that name in capitals."""

from __future__ import annotations

import os
from importlib import import_module

from ..site import Site

# Read once, and early: later on the program may have put something else in the place of `os.listdir`.
NAMES = frozenset(file[:-3] for file in os.listdir(os.path.dirname(__file__)) if file.endswith(".py")) - {"__init__"}


def probe(name: str) -> type[Site]:
    """The class of a probe. Its file is imported when a plan first asks for it: most plans ask for a few.

    Only a file of this folder is ever imported: raises LookupError for any other name.
    """
    if name not in NAMES:
        raise LookupError(f"torchlint has no probe named {name!r}")
    kind: type[Site] = getattr(import_module(f"{__name__}.{name}"), name.title().replace("_", ""))
    return kind
