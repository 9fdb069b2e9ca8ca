"""Hugging Face's diffusion models, as of diffusers 0.42: the models, learning rates and averaged weights."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import NOTHING, each

# Its step() averages parameters, and is no optimizer's. Up to diffusers 0.11, it held a copy of the model.
_AVERAGED = ClassModel(
    methods=each("step copy_to store restore pin_memory to load_state_dict", NOTHING),
    attributes={"averaged_model": CallModel("frozen")},
)

_MODEL = ClassModel(
    role="module",
    methods={
        "from_pretrained": CallModel("instance-in-eval", pretrained=True),
        "from_config": CallModel("instance"),
    },
)

MODEL = LibraryModel(
    ("diffusers",),
    version="0.42",
    classes={"EMAModel": _AVERAGED, "ModelMixin": _MODEL},
    # `UNet2DConditionModel`, `AutoencoderKL`, `models.ControlNetModel`; the flax ones are none of PyTorch's.
    base_of_modules="ModelMixin",
    modules=r"(?:models\.(?:\w+\.)*)?(?!Flax|EMAModel|Multi)(?:[A-Z]\w*Model|[A-Z]*[a-z]*Autoencoder[A-Z]\w*|VQModel)"
    r"(?:\.from_pretrained|\.from_config)?",
    patterns={r"(?:optimization\.)?get_\w*schedule\w*": CallModel(handler="scheduler")},  # all of them LambdaLRs
)
