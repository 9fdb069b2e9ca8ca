"""NumPy and what computes with its arrays: arrays, and no tensor."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ARRAY, handled

MODEL = LibraryModel(
    ("numpy",),
    calls=handled("numpy.array numpy.asarray numpy.float32", "array"),
    patterns={r"random\..*": CallModel(handler="noise"), r".*": ARRAY},
)
