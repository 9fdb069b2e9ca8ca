"""The optimizer Prodigy, as of prodigyopt 1.1."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import OPTIMIZER_OF

MODEL = LibraryModel(("prodigyopt",), version="1.1", calls={"Prodigy": OPTIMIZER_OF})
