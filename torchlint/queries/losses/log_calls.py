"""Logarithms of tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.operations import NEGATED
from torchlint.queries.query import query
from torchlint.queries.views import CallView

if TYPE_CHECKING:
    from torchlint.queries.file import File

_LOGARITHMS = [f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("log", "log2", "log10", "log1p")]


@query
def logarithms(file: File) -> Iterator[CallView]:
    """Every logarithm that is taken of a tensor; of log1p only those of a negated sigmoid; none in a test."""
    if file.is_test_module:
        return
    for call in file.calls(*_LOGARITHMS):
        negated = call.operand is not None and call.operand.is_made_by(NEGATED)
        if negated == any(name.endswith("log1p") for name in call.names):
            yield call
