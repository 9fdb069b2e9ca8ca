"""Layers of few bits, and optimizers whose states are of 8 bits or paged, as of bitsandbytes 0.45."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import OPTIMIZER_OF

MODEL = LibraryModel(
    ("bitsandbytes",),
    version="0.45",
    # All of them derive from layers of torch.nn.
    modules=r"nn\.(?:\w+\.)?(?:Linear(?:4bit|8bitLt|FP4|NF4)|(?:Stable)?Embedding(?:4bit|8bit|FP4|NF4)?)",
    # All of them derive from torch.optim.Optimizer.
    patterns={r"optim\.(?:\w+\.)?(?!GlobalOptimManager|MockArgs|Optimizer)[A-Z]\w*": OPTIMIZER_OF},
)
