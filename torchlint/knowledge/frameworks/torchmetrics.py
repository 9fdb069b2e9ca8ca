"""Metrics and their functions, as of torchmetrics 1.9."""

from __future__ import annotations

from torchlint.domain.values import NO
from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED, GRAPHLESS, ITSELF, LOG, NOTHING, each

# update() is under no_grad, forward() computes the batch's value with gradients; compute() is over what update() kept.
MODEL = LibraryModel(
    ("torchmetrics",),
    version="1.9",
    classes={
        "Metric": ClassModel(
            wraps={"update": NO},
            methods={
                "update": LOG,
                "compute": GRAPHLESS,
                "__call__": COMPUTED,
                "forward": COMPUTED,
                "reset": NOTHING,
                "add_state": NOTHING,
                **each("to cuda cpu eval train clone", ITSELF),
            },
        )
    },
    patterns={
        r"functional\..*": COMPUTED,
        r"utilities\..*": CallModel("unknown"),
        r"(?:.*\.)?[A-Z]\w*": CallModel(InstanceOf("torchmetrics.Metric")),
    },
)
