"""OpenAI's speech recognition, as of whisper 20250625."""

from __future__ import annotations

from torchlint.domain.values import NO
from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import RUNS_MODEL, each

# transcribe(), decode() and detect_language() run under no_grad, and give texts.
_TEXTS = CallModel("number", detaches=True)

MODEL = LibraryModel(
    ("whisper",),
    version="20250625",
    classes={
        "Whisper": ClassModel(
            role="module",
            methods={
                **each("transcribe decode", _TEXTS),
                "detect_language": CallModel(("output", "number"), detaches=True),
                **each("embed_audio logits", RUNS_MODEL),
            },
        )
    },
    calls={
        # In train mode, in which it computes the same: nothing in it drops out.
        "load_model": CallModel(InstanceOf("whisper.Whisper"), mode="train", pretrained=True, depends_on_mode=NO),
    },
)
