"""Planned files that have run as they are, so that nothing in them was observed."""

from __future__ import annotations

import sys

from . import evidence, plan
from .bodies import HANDLE

prepared: set[str] = set()  # the planned files that were compiled by us
_unseen: set[str] = set()


def tell(path: str) -> None:
    """Say that a planned file has run unobserved, once."""
    if path not in _unseen and path not in prepared:
        _unseen.add(path)
        evidence.write("file", path=path, status="unseen")


def finish() -> None:
    """Notice modules of planned files that run as they are."""
    for module in list(sys.modules.values()):
        path = getattr(module, "__dict__", {}).get("__file__")
        if isinstance(path, str) and plan.may_be_file(path) and HANDLE not in vars(module):
            planned = plan.of_file(path)
            if planned is not None:
                tell(planned["path"])
