"""The optimizer Lion, as of lion-pytorch 0.2.5."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import OPTIMIZER_OF

MODEL = LibraryModel(("lion_pytorch",), version="0.2.5", calls={"Lion": OPTIMIZER_OF})
