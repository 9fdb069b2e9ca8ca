"""Schedulers that warm up: pytorch-gradual-warmup-lr and pytorch-cosine-annealing-with-warmup."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import handled

MODEL = LibraryModel(
    ("warmup_scheduler", "cosine_annealing_warmup"),
    # Both derive from PyTorch's own, and take the optimizer first; the former steps the scheduler that comes after it.
    calls=handled("GradualWarmupScheduler CosineAnnealingWarmupRestarts", "scheduler"),
)
