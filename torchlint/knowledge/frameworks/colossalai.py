"""Colossal-AI's booster and optimizers, as of colossalai 0.5."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import BACKWARD, CONTEXT, FIRST, OPTIMIZER_OF

MODEL = LibraryModel(
    ("colossalai",),
    version="0.5",
    classes={
        "Booster": ClassModel(
            methods={
                "boost": CallModel(
                    parameters=("model", "optimizer", "criterion", "dataloader", "lr_scheduler"),
                    handler="each-parameter",
                ),
                "backward": BACKWARD,
                "no_sync": CONTEXT,
                "enable_lora": FIRST,
                "load_model": CallModel("none", restores=True),
            }
        )
    },
    # All of them derive from torch.optim.Optimizer.
    patterns={
        r"nn\.optimizer\.(?:\w+\.)?(?:(?:Hybrid|Fused|CPU)Adam|Fused(?:LAMB|SGD)|Lamb|Lars|CAME|Adafactor"
        r"|Distributed(?:Lamb|CAME|AdaFactor)|DistGaloreAwamW|GaLore\w+)": OPTIMIZER_OF
    },
)
