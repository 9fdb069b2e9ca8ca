"""The tracker Weights & Biases, as of wandb 0.31."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import handled

# Converts tensors to numbers before it returns.
MODEL = LibraryModel(("wandb",), version="0.31", calls=handled("wandb.log", "log-values"))
