"""torchaudio's files, functions and models."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED, each

MODEL = LibraryModel(
    ("torchaudio",),
    calls={
        "torchaudio.load": CallModel(("tensor", "number"), pure=True),
        **each("torchaudio.save torchaudio.info", CallModel("number", pure=True)),
    },
    patterns={
        r"(?:functional|compliance\.kaldi)\.\w+": COMPUTED,
        # get_model() of a bundle loads the weights, and ends in model.eval().
        r"pipelines\.(?:WAV2VEC2|HUBERT|WAVLM|VOXPOPULI)\w*\.get_model": CallModel("instance-in-eval", pretrained=True),
    },
    modules=r"models\.(?!decoder)(?:\w+\.)*(?:(?!Hypothesis)[A-Z]\w*|(?:wav2vec2|hubert|wavlm|conformer|emformer|hdemucs)_\w+)",
)
