"""Ray Train's helpers for loops over PyTorch models, as of ray 2."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import BACKWARD, FIRST, each

MODEL = LibraryModel(
    ("ray",),
    version="2",
    calls={
        **each("train.torch.prepare_model train.torch.prepare_data_loader train.torch.prepare_optimizer", FIRST),
        "train.torch.backward": BACKWARD,
    },
)
