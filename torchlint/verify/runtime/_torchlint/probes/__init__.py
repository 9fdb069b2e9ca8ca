"""The probes: each in a file by the name that experiments call it by, as a class of that name in capitals."""

from __future__ import annotations

from importlib import import_module

from ..site import Site


def probe(name: str) -> type[Site]:
    """The class of a probe. Its file is imported when a plan first asks for it: most plans ask for a few."""
    kind: type[Site] = getattr(import_module(f"{__name__}.{name}"), name.title().replace("_", ""))
    return kind
