"""torchvision's models, datasets and transforms."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import IMAGE, handled

MODEL = LibraryModel(
    ("torchvision",),
    calls={
        "torchvision.io.read_image": IMAGE,
        **handled("torchvision.transforms.Compose torchvision.transforms.v2.Compose", "compose"),
    },
    modules=r"models\.(?:\w+\.)*(?!_)\w+",
    patterns={
        r"transforms\..*": CallModel("unknown", pure=True),
        r"datasets\.(?:\w+\.)*[A-Z]\w*": CallModel(handler="dataset"),
    },
)
