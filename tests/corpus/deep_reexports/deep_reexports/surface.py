"""Renames what it hands on, and imports itself by its whole name."""

import deep_reexports.surface as me

from .core import assess as evaluate
from .core import measure
from .core import probable as _net

__all__ = ["measure"]
