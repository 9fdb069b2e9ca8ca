"""Whether this process runs the cells of notebooks."""

from __future__ import annotations

from . import evidence

_is_here = False


def note() -> None:
    """IPython has asked for the tree of a cell."""
    global _is_here
    if not _is_here:
        _is_here = True
        evidence.write("kernel")


def is_here() -> bool:
    """Whether there were cells so far."""
    return _is_here
