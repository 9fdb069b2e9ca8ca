"""Models that are put in eval mode and back together with others: `shown = average if a else model`, and in a loop."""

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
    """Whether a call of `train()` follows one of `eval()` on all ways, and is about the same one of several models.

    Or about all of them, as `for net in nets: net.train()` is after `for net in nets: net.eval()`.
    """
    if put.node is None or back.node is None or not file.holds(put.node) or not file.holds(back.node):
        return False
    all_of, later = _each_of(file, put.node), _each_of(file, back.node)
    if all_of is not None and later is not None and tree.dotted(all_of[1]) == tree.dotted(later[1]):
        return _follows(file, all_of[0], later[0])
    first, second = _switched(put.node), _switched(back.node)
    if first is None or second is None or first.id != second.id or not _follows(file, put.node, back.node):
        return False
    models = reaching_definitions(file.tree, first)
    return len(models) > 1 and models == reaching_definitions(file.tree, second)


def _each_of(file: File, call: tree.Node) -> tuple[tree.For, tree.Expression] | None:
    """The loop that sets the mode of each model of a container, under no condition, and that container."""
    loop = file.tree.parents.get(file.tree.statement(call))
    func = call.func if isinstance(call, tree.Call) else None
    model = func.value if isinstance(func, tree.Attribute) else None
    if not isinstance(loop, tree.For) or model is None:
        return None
    over = loop.iter
    if isinstance(over, tree.Call) and isinstance(over.func, tree.Attribute) and not over.args:
        over = over.func.value  # `nets.items()`
    changing = model.index if isinstance(model, tree.Subscript) else model
    if tree.dotted(over) is None or not isinstance(changing, tree.Name):
        return None
    if isinstance(model, tree.Subscript) and tree.dotted(model.value) != tree.dotted(over):
        return None
    names = {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)}
    return (loop, over) if changing.id in names else None


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
