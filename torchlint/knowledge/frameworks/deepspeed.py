"""DeepSpeed's engine, as of deepspeed 0.19."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import (
    BACKWARD,
    BARRIER,
    FIRST,
    NOTHING,
    OPTIMIZER,
    OPTIMIZER_OF,
    SCHEDULER,
    each,
)

MODEL = LibraryModel(
    ("deepspeed",),
    version="0.19",
    classes={
        "DeepSpeedEngine": ClassModel(
            role="wrapper",
            # step() lets the optimizer step and zeroes the gradients, at the boundary of an accumulation.
            methods={"backward": BACKWARD, "step": CallModel("none", steps=True, zeroes_gradients=True)}
            | each("save_checkpoint save_16bit_model", BARRIER)
            | {"load_checkpoint": NOTHING},
            attributes={"optimizer": OPTIMIZER, "lr_scheduler": SCHEDULER},
        )
    },
    calls={
        "initialize": CallModel(
            (InstanceOf("deepspeed.DeepSpeedEngine"), "optimizer", "loader", "scheduler"), mode="unclear"
        ),
        "init_inference": FIRST,
    },
    patterns={r"ops\.(?:\w+\.)+(?:Fused|DeepSpeedCPU)[A-Z]\w+": OPTIMIZER_OF},
)
