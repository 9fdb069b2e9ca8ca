"""Factors by which learning rates are dampened at first, as of pytorch-warmup 0.2: they have no step of their own."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import CONTEXT, each

MODEL = LibraryModel(
    ("pytorch_warmup",),
    version="0.2",
    # In the `with` of dampening(), the scheduler steps.
    classes={"BaseWarmup": ClassModel(methods={"dampening": CONTEXT, "dampen": CallModel("none", pure=True)})},
    calls=each(
        "LinearWarmup ExponentialWarmup UntunedLinearWarmup UntunedExponentialWarmup RAdamWarmup",
        CallModel(InstanceOf("pytorch_warmup.BaseWarmup"), pure=True),
    ),
)
