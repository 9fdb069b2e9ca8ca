"""Numbers that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries import ExpressionView


def is_number_other_than_0(given: ExpressionView) -> bool:
    """Whether an argument is a number that is known, and not 0."""
    known = given.value
    return known.kind == "number" and isinstance(known.ref, (int, float)) and known.ref != 0
