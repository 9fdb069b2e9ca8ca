"""Python's own modules."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, each

MODEL = LibraryModel(("copy",), calls=each("deepcopy copy", FIRST))
