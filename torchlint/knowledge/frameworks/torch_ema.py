"""Moving averages of parameters, as of torch_ema 0.3: it keeps the parameters, and no model."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import CONTEXT, each

MODEL = LibraryModel(
    ("torch_ema",),
    version="0.3",
    classes={
        "ExponentialMovingAverage": ClassModel(
            methods={
                **each("update copy_to store restore to load_state_dict", CallModel("none", pure=True)),
                "average_parameters": CONTEXT,  # it swaps the averages in, and leaves gradients on
            }
        )
    },
    calls={
        "ExponentialMovingAverage": CallModel(InstanceOf("torch_ema.ExponentialMovingAverage"), pure=True),
    },
)
