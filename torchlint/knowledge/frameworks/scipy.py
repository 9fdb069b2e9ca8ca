"""SciPy: arrays, and no tensor."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import ARRAY

MODEL = LibraryModel(("scipy",), patterns={r".*": ARRAY})
