"""Averaged copies of models, as of ema-pytorch 0.8."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import GRAPHLESS, ITSELF, each

# A copy in the mode that the model was in then, whose parameters get no gradients. Calling it is calling the copy, and
# so is eval(). forward_eval() runs under no_grad, and leaves the mode as it is.
_EMA = ClassModel(
    "module",
    methods={
        **each(
            """update update_moving_average update_model_with_ema copy_params_from_model_to_ema
            copy_params_from_ema_to_model init_ema restore_ema_model_device""",
            CallModel("none", pure=True),
        ),
        "forward_eval": GRAPHLESS,
    },
    attributes={"ema_model": ITSELF},
)

MODEL = LibraryModel(
    ("ema_pytorch",),
    version="0.8",
    classes={"EMA": _EMA},
    calls={"EMA": CallModel(InstanceOf("ema_pytorch.EMA"), handler="frozen-copy")},
)
