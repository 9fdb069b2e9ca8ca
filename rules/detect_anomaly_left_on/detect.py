"""Trainers of Lightning that are told to look for anomalies in each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.frameworks.lightning import TRAINERS
from torchlint.queries import ExpressionView

if TYPE_CHECKING:
    from torchlint.queries import File


def switches_of_trainers(file: File) -> Iterator[ExpressionView]:
    """The `True` of each `Trainer(detect_anomaly=True)`, in source order."""
    for trainer in file.named_calls(*TRAINERS):
        mode = trainer.argument(-1, "detect_anomaly")
        if mode is not None and mode.is_literally is True:
            yield mode
