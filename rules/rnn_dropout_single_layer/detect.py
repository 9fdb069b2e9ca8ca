"""Recurrent layers with a dropout that has no place to act, since there is one layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.signatures import BATCH_FIRST
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.gradients import folded, number_of, traced
from torchlint.queries.options import option_defaults
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class IdleDropout(CallView):
    """A recurrent layer of one layer that is given a dropout."""

    dropout: ExpressionView
    is_sure: bool  # whether it is one layer in any case, and not by a setting or what callers give


def idle_dropouts(file: File) -> Iterator[IdleDropout]:
    """Recurrent layers with one layer and a dropout other than 0, in source order."""
    for node in file.tree.all(tree.Call):
        place = BATCH_FIRST.get(canonical(file.names.spelled_out(node.func))) if len(node.args) > 2 else None
        call = CallView(file, node)
        if place is None or call.has_stars:
            continue
        layers, dropout = call.argument(2, "num_layers"), call.argument(place + 1, "dropout")
        if dropout is None or folded(file, dropout.node) == 0 or isinstance(dropout.node, tree.Conditional):
            continue
        if layers is None or folded(file, layers.node) == 1:
            yield IdleDropout(file, node, dropout, is_sure=True)
        elif _settled(layers) == 1 and _settled(dropout) not in (0, None):
            yield IdleDropout(file, node, dropout, is_sure=False)


def _settled(number: ExpressionView) -> float | None:
    """What a number is by what callers give and by the default of the option that it comes from."""
    if (known := number_of(number)) is not None:
        return known
    held = traced(number)
    defaults = {folded(held.file, one) if one is not None else None for one in option_defaults(held.file, held.node)}
    return defaults.pop() if len(defaults) == 1 else None
