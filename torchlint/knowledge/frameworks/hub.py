"""What classes of models inherit from huggingface_hub 2.4 to be loaded by name."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel

MODEL = LibraryModel(
    ("huggingface_hub",),
    version="2.4",
    classes={
        # What reads the weights ends in model.eval().
        "PyTorchModelHubMixin": ClassModel(
            methods={"from_pretrained": CallModel("instance-in-eval", pretrained=True, unless="_from_pretrained")},
        )
    },
)
