"""Progress bars: iterating over one is iterating over what it was given."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel

MODEL = LibraryModel(("tqdm",), patterns={r".*": CallModel(handler="progress-bar")})
