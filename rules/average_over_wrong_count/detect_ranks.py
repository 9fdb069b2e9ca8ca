"""Sums over all ranks that are divided by the number of batches of one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import CallView, ExpressionView, View, data
from torchlint.syntax import tree

from .detect import divisions, loader_of_length, sums_in

if TYPE_CHECKING:
    from torchlint.queries import File

_SUMMING = ("torch.distributed.all_reduce", "torch.distributed.reduce")
# How code writes the number of ranks, by which it divides elsewhere.
_RANKS = re.compile(
    r"(?i:world|n_?gpus?\b|num_(gpus|processes|replicas|tasks)|nprocs|device_count|ranks)|ReduceOp\.AVG|\bAVG\b"
)


@dataclass(frozen=True, slots=True, eq=False)
class AverageOfRanks(View):
    """A division of a sum over all ranks."""

    total: tree.Expression
    reduction: CallView  # what sums over the ranks
    loader: str  # as it is written

    @property
    def sum(self) -> ExpressionView:
        """What is divided."""
        return ExpressionView(self.file, self.total)


def averages_of_ranks(file: File) -> Iterator[AverageOfRanks]:
    """One for each division, in source order."""
    reductions = [call for call in file.named_calls(*_SUMMING) if call.node.args]
    for division, divided, by in divisions(file) if reductions else ():
        length = loader_of_length(by)
        if length is None or length[1] != "batches":
            continue
        total = _without_item(divided)
        found = _reduced_before(file, division, _name(total), reductions)
        if found is not None and _is_summed_in_loop(file, found, _name(total), length[0]):
            yield AverageOfRanks(file, division, total, found, length[0])


def _without_item(node: tree.Expression) -> tree.Expression:
    """The number itself, of `total.item()` and `total[0].item()`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not node.args:
        node = node.func.value
    return node


def _name(node: tree.Expression) -> str:
    """The name of a tensor, or of the one that `tensor[0]` is a part of."""
    return tree.dotted(node.value if isinstance(node, tree.Subscript) else node) or ""


def _reduced_before(file: File, division: tree.Node, name: str, reductions: list[CallView]) -> CallView | None:
    """What sums a tensor over the ranks before a division, in a function that never asks for their number since."""
    scope = file.tree.scope(division)
    for call in reductions:
        is_before = call.node.end <= division.start and file.tree.scope(call.node) is scope
        if name and is_before and tree.dotted(call.node.args[0].value) == name:
            since = file.tree.text[call.node.start : scope.end]
            return call if _RANKS.search(since) is None else None
    return None


def _is_summed_in_loop(file: File, reduction: CallView, name: str, loader: str) -> bool:
    """Whether each pass of a loop over the loader adds to the tensor, or to a part of it, before it is reduced."""
    scope = file.tree.scope(reduction.node)
    for loop in file.tree.all(tree.For):
        if loop.end > reduction.node.start or file.tree.scope(loop) is not scope:
            continue
        if tree.dotted(data.iterated_loader(file, loop.iter)) == loader:
            if any(True for _ in sums_in(file, loop, name)) or _adds_to_part(file, loop, name):
                return True
    return False


def _adds_to_part(file: File, loop: tree.For, name: str) -> bool:
    """Whether a loop's own body says `name[0] += ...`."""
    for node in file.tree.own(loop, tree.AugmentedAssign):
        if node.op.rstrip("=") == "+" and isinstance(node.target, tree.Subscript) and _name(node.target) == name:
            if file.tree.above(node, *tree.Loops, *tree.Scope) is loop:
                return True
    return False
