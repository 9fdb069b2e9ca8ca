"""Python's `copy`."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel

MODEL = LibraryModel(
    ("copy",),
    calls={"copy.deepcopy": CallModel("first", handler="deepcopy"), "copy.copy": CallModel("first", handler="copy")},
)
