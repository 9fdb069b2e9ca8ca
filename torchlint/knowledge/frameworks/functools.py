"""Python's `functools`, as far as it calls what it is given."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED

MODEL = LibraryModel(
    ("functools",), calls={"functools.partial": CallModel(handler="partial"), "functools.reduce": COMPUTED}
)
