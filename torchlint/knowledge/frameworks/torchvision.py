"""torchvision's models."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel

MODEL = LibraryModel(("torchvision",), modules=r"models\.(?:\w+\.)*(?!_)\w+")
