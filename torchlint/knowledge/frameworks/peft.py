"""Adapters of Hugging Face's PEFT, as of peft 0.21."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, ITSELF, each

_PEFT_MODEL = ClassModel(
    role="module",
    methods={
        **each("get_base_model merge_and_unload unload", ITSELF),
        **each("print_trainable_parameters save_pretrained push_to_hub", CallModel("none", pure=True)),
        **each("merge_adapter unmerge_adapter", CallModel("none", pure=True)),
        "disable_adapter": CallModel("context", pure=True),
    },
)

_ADDED = CallModel(handler="adapter", mode="unclear")
_LOADED = CallModel(handler="adapter", mode="unclear", pretrained=True)

MODEL = LibraryModel(
    ("peft",),
    version="0.21",
    classes={"PeftModel": _PEFT_MODEL},
    calls={
        "set_peft_model_state_dict": CallModel("unknown", restores=True),
        **each("get_peft_model PeftModel", _ADDED),
        "PeftModel.from_pretrained": _LOADED,
        **each("prepare_model_for_kbit_training prepare_model_for_int8_training", FIRST),
    },
    patterns={
        r"(?:\w+\.)*(?:PeftModelFor\w+|PeftMixedModel|AutoPeftModel\w*)\.from_pretrained": _LOADED,
        r"(?:\w+\.)*(?:PeftModelFor\w+|PeftMixedModel)": _ADDED,
    },
    modules=r"(?:\w+\.)*PeftM\w*Model\w*",
    base_of_modules="PeftModel",
)
