"""Models that a variable puts in eval mode and back, where it is one of several: `shown = average if a else model`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.modes import EVAL, TRAIN, Switch, Switches
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def leaves_in_eval_mode(file: File, switches: Switches) -> bool:
    """Whether the last that switched a model may be an `eval()`, and no `train()` of the same variable follows it."""
    evals = [switch for switch in switches if switch.mode == EVAL]
    trains = [switch for switch in switches if switch.mode == TRAIN]
    return any(not any(_puts_back(file, one, other) for other in trains) for one in evals)


def _puts_back(file: File, put: Switch, back: Switch) -> bool:
    """Whether a call of `train()` follows one of `eval()` on all ways, and is about the same one of several models."""
    if put.node is None or back.node is None or not file.holds(put.node) or not file.holds(back.node):
        return False
    first, second = _switched(put.node), _switched(back.node)
    if first is None or second is None or first.id != second.id or not _follows(file, put.node, back.node):
        return False
    models = reaching_definitions(file.tree, first)
    return len(models) > 1 and models == reaching_definitions(file.tree, second)


def _switched(call: tree.Node) -> tree.Name | None:
    """The variable whose mode a call sets."""
    func = call.func if isinstance(call, tree.Call) else None
    return func.value if isinstance(func, tree.Attribute) and isinstance(func.value, tree.Name) else None


def _follows(file: File, first: tree.Node, second: tree.Node) -> bool:
    """Whether a statement comes after another one in the same body, with nothing between that leaves it."""
    body = file.tree.block(file.tree.statement(first))
    later = file.tree.statement(second)
    if later not in body or second.start < first.start:
        return False
    between = (node for one in body if first.end <= one.start < second.start for node in tree.walk(one))
    return not any(isinstance(node, (tree.Return, tree.Continue)) for node in between)
