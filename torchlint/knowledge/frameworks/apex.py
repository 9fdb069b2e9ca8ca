"""Mixed precision as apex had it before it dropped `amp`."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, OPTIMIZER_OF, each

MODEL = LibraryModel(
    ("apex",),
    calls={
        "amp.initialize": CallModel("all", parameters=("models", "optimizers")),
        "amp.master_params": CallModel("unknown", pure=True),  # an iterator over the optimizer's parameters
        "amp.scale_loss": CallModel(handler="scale-loss"),
        **each("parallel.DistributedDataParallel convert_syncbn_model", FIRST),
    },
    patterns={r"optimizers\.(?:\w+\.)?Fused\w+": OPTIMIZER_OF},
)
