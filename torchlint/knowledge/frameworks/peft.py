"""Adapters of Hugging Face's PEFT, as of peft 0.21."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel

MODEL = LibraryModel(
    ("peft",),
    version="0.21",
    calls={"set_peft_model_state_dict": CallModel("unknown", restores=True)},
)
