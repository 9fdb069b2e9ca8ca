"""Models that only a name speaks for."""

from __future__ import annotations

from torchlint.domain.values import GUESSED, Value
from torchlint.syntax import tree


def guessed_model(value: Value, source: tree.Node | None) -> Value:
    """An unknown value that is called with data and named like a model, as the model that it most likely is."""
    return Value("module", made_by=GUESSED, origins=value.origins, source=source, assumed=True)
