"""pandas, scikit-learn and Matplotlib: no tensors come out of them."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import DATA

MODEL = LibraryModel(("pandas", "sklearn", "matplotlib"), patterns={r".*": DATA})
