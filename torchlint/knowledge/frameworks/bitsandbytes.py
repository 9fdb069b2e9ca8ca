"""Optimizers whose states are of 8 bits, or paged, as of bitsandbytes 0.45."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import OPTIMIZER_OF

MODEL = LibraryModel(
    ("bitsandbytes",),
    version="0.45",
    # All of them derive from torch.optim.Optimizer.
    patterns={r"optim\.(?:\w+\.)?(?!GlobalOptimManager|MockArgs|Optimizer)[A-Z]\w*": OPTIMIZER_OF},
)
