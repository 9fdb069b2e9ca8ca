"""Logarithms of tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.meanings import NEGATED
from torchlint.knowledge.operations import full_names
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.queries.testing.collected_tests import is_test_module

if TYPE_CHECKING:
    from torchlint.queries.file import File


@query
def logarithms(file: File) -> Iterator[CallView]:
    """Logarithms of tensors, in source order; log1p only of a negated sigmoid. Code of tests is left out."""
    if is_test_module(file):
        return
    for call in file.calls(*full_names("logarithm")):
        negated = call.operand is not None and call.operand.is_made_by(NEGATED)
        if negated == any(name.endswith("log1p") for name in call.names):
            yield call


def is_natural(logarithm: CallView) -> bool:
    """Whether a logarithm has base e."""
    return not any(name.endswith(("log2", "log10")) for name in logarithm.names)
