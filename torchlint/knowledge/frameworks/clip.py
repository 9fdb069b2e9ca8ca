"""OpenAI's CLIP 1.0, and open_clip 3.3: models that come with what prepares images for them."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import FUNCTION, RUNS_MODEL, classes, each

_CLIP = ClassModel(
    role="module",
    methods={**each("encode_image encode_text", RUNS_MODEL), "generate": CallModel("output")},
)
_LOADED = InstanceOf("clip.CLIP")

MODEL = LibraryModel(
    ("clip", "open_clip"),
    version="1.0 and 3.3",
    classes={**classes("CLIP CustomTextCLIP CoCa", _CLIP), **classes("ClipLoss SigLipLoss", FUNCTION)},
    calls={
        # With both ways to load one, it is in eval mode.
        "clip.load": CallModel((_LOADED, "unknown"), mode="eval", pretrained=True),
        # Up to open_clip 2, OpenAI's weights put the model in eval mode; the others leave it in train mode.
        "create_model": CallModel(_LOADED, mode="unclear"),
        "create_model_and_transforms": CallModel((_LOADED, "unknown", "unknown"), mode="unclear"),
        "create_model_from_pretrained": CallModel((_LOADED, "unknown"), mode="unclear", pretrained=True),
        "load_openai_model": CallModel(_LOADED, mode="eval", pretrained=True),
        "tokenize": CallModel("tensor", pure=True),
    },
)
