"""Whose code a path is of: ours, or installed."""

from __future__ import annotations

import os

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def is_installed(path: str) -> bool:
    """Whether the code of a path was installed, and is not the user's own."""
    return "site-packages" in path or "dist-packages" in path
