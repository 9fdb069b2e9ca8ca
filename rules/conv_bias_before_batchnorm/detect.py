"""Convolutions and linear layers with a bias, right before a batch norm, which subtracts it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.domain.values import Value
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import CONVOLUTIONS
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import called_value
from torchlint.queries.modules import method_around, sequentials
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_BIAS = {
    "torch.nn.Linear": 2,
    **{name: taken.index("bias") for name, taken in CONVOLUTIONS.items() if "Lazy" not in name},
}


@dataclass(frozen=True, slots=True, eq=False)
class Biased(CallView):
    """Where a layer with a bias is made."""

    norm: View  # where the batch norm behind it is made, or called


def biased(file: File) -> Iterator[Biased]:
    """Every such layer, once, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found: dict[tree.Node, Biased] = {}
    for before, after in (*_in_sequentials(file), *_in_methods(file)):
        made = before.source
        if made is not None and after.source is not None and made not in found and _has_bias(file, before):
            if file.holds(after.source) and isinstance(made, tree.Call) and _subtracts(after):
                found[made] = Biased(file, made, View(file, after.source))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _in_sequentials(file: File) -> Iterator[tuple[Value, Value]]:
    for parts in sequentials(file):
        yield from pairwise(parts)


def _in_methods(file: File) -> Iterator[tuple[Value, Value]]:
    """`self.norm(self.conv(x))`."""
    for node in file.tree.all(tree.Call):
        inner = node.args[0].value if len(node.args) == 1 else None
        if isinstance(inner, tree.Call) and method_around(file, node) is not None:
            yield called_value(CallView(file, inner)), called_value(CallView(file, node))


def _has_bias(file: File, layer: Value) -> bool:
    place = _BIAS.get(layer.ref) if isinstance(layer.ref, str) else None
    if layer.kind != "module" or layer.assumed or place is None or not isinstance(layer.source, tree.Call):
        return False
    made = CallView(file, layer.source)
    return file.holds(made.node) and not made.has_stars and made.argument(place, "bias") is None


def _subtracts(norm: Value) -> bool:
    """Whether a module is a batch norm, which subtracts the mean of each channel."""
    is_one = norm.kind == "module" and not norm.assumed and isinstance(norm.ref, str)
    return is_one and norm.dotted_name in full_names("batch-norm", of="torch.nn")
