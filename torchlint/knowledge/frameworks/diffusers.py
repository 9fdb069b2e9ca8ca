"""Hugging Face's diffusion models, as of diffusers 0.42: models, pipelines, noise, learning rates, averaged weights."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED, ITSELF, NOTHING, RUNS_MODEL, each

# Its step() averages parameters, and is no optimizer's. Up to diffusers 0.11, it held a copy of the model.
_AVERAGED = ClassModel(
    methods=each("step copy_to store restore pin_memory to load_state_dict", NOTHING),
    attributes={"averaged_model": CallModel("frozen")},
)

# `UNet2DConditionModel`, `AutoencoderKL`, `models.ControlNetModel`; the flax ones are none of PyTorch's.
_MODELS = (
    r"(?:models\.(?:\w+\.)*)?(?!Flax|EMAModel|Multi)"
    r"(?:[A-Z]\w*Model|[A-Z]*[a-z]*Autoencoder[A-Z]\w*|VQModel|AutoencoderTiny)"
)
_MODEL = ClassModel(
    role="module",
    methods={
        "from_pretrained": CallModel("instance-in-eval", pretrained=True),
        "from_config": CallModel("instance"),
        **each("encode decode", RUNS_MODEL),
    },
)

# It adds noise to samples and takes it away again: its step() is no optimizer's, and sets no learning rate.
_NOISE = ClassModel(
    methods={
        **each("add_noise get_velocity scale_model_input scale_noise step", COMPUTED),
        **each("set_timesteps set_begin_index", CallModel("none", pure=True)),
    },
)

# A call of a pipeline runs under no_grad.
_METHODS = {
    "__call__": CallModel("unknown", detaches=True),
    "to": ITSELF,
    **each("set_progress_bar_config save_pretrained", CallModel("none", pure=True)),
}
# What it is not given it loads itself, as from_pretrained of each part does: in eval mode.
_PART = CallModel(InstanceOf("diffusers.ModelMixin"), pure=True, handler="given-part", mode="eval", pretrained=True)
_OTHER_PART = CallModel("module", pure=True, handler="given-part", mode="eval", pretrained=True)
_LOADED = ClassModel(
    methods=_METHODS,
    attributes={
        **each("vae unet transformer controlnet prior movq vqvae motion_adapter", _PART),
        **each("text_encoder text_encoder_2 text_encoder_3 image_encoder", _OTHER_PART),
        "scheduler": CallModel(InstanceOf("diffusers.SchedulerMixin"), pure=True),
    },
)
_PIPELINES = r"(?:pipelines\.(?:\w+\.)*)?(?!Flax|Onnx)(?:[A-Z]\w*Pipeline|AutoPipelineFor\w+)"

MODEL = LibraryModel(
    ("diffusers",),
    version="0.42",
    classes={
        "EMAModel": _AVERAGED,
        "ModelMixin": _MODEL,
        "SchedulerMixin": _NOISE,
        "DiffusionPipeline": ClassModel(methods=_METHODS),
        "DiffusionPipeline.from_pretrained": _LOADED,
    },
    patterns={
        rf"{_MODELS}\.from_pretrained": CallModel(InstanceOf("diffusers.ModelMixin"), mode="eval", pretrained=True),
        rf"{_MODELS}(?:\.from_config)?": CallModel(InstanceOf("diffusers.ModelMixin")),
        rf"{_PIPELINES}\.from_pretrained": CallModel(InstanceOf("diffusers.DiffusionPipeline.from_pretrained")),
        _PIPELINES: CallModel(InstanceOf("diffusers.DiffusionPipeline")),
        r"(?:schedulers\.(?:\w+\.)*)?(?!Flax)[A-Z]\w*Scheduler(?:\.from_pretrained|\.from_config)?": CallModel(
            InstanceOf("diffusers.SchedulerMixin")
        ),
        r"(?:optimization\.)?get_\w*schedule\w*": CallModel(handler="scheduler"),  # all of them LambdaLRs
    },
)
