"""Moving averages of weights that are updated for each micro-batch, where an optimizer steps every few of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.call_names import LISTS_WEIGHTS, UPDATES_AVERAGE
from torchlint.queries import CallView, View, devices, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class EarlyUpdate(CallView):
    """The update of an average in each pass of a loop that does not step in each pass."""

    step: View  # the call that steps, or the `accumulate` that lets it step
    every: str  # the number of passes as it is written; empty where accelerate counts them
    is_sure: bool


def early_updates(file: File) -> Iterator[EarlyUpdate]:
    """The first of each loop, in source order."""
    found: dict[tree.Node, EarlyUpdate] = {}
    for step in training.interval_steps(file):
        update = _unconditional_update(file, step.batches) if step.every.is_literally != 1 else None
        if update is not None and not _mentions(file, update, str(step.every)):
            found[step.batches] = EarlyUpdate(file, update, step, str(step.every), step.is_sure)
    for entered in training.accumulating_calls(file):
        loop = file.tree.above(entered.node, *tree.Loops, *tree.Scope)
        update = _unconditional_update(file, loop) if isinstance(loop, tree.Loops) and loop not in found else None
        if update is not None and loop is not None:
            found[loop] = EarlyUpdate(file, update, entered, "", is_sure=True)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _unconditional_update(file: File, loop: tree.Node) -> tree.Call | None:
    """The first update in a loop that nothing restricts to some of its passes."""
    # AveragedModel is known as the copy of the model that it holds, and no other class has a method of this name.
    by_library = {call.node for call in (*file.calls(*UPDATES_AVERAGE), *file.method_calls("update_parameters"))}
    for call in file.tree.own(loop, tree.Call):
        is_update = call in by_library or any(map(_averages, file.facts.functions.get(call, ())))
        if not is_update or file.tree.above(call, *tree.Loops) is not loop or _asks_for_complete_gradients(file, call):
            continue
        if devices.is_in_every_pass(View(file, call), View(file, loop)):
            return call
    return None


def _asks_for_complete_gradients(file: File, call: tree.Node) -> bool:
    """Whether it is `accelerator.sync_gradients` that a condition around a call asks for."""
    ifs = (node for node in file.tree.around(call) if isinstance(node, tree.If))
    return any(isinstance(n, tree.Attribute) and n.attr == "sync_gradients" for one in ifs for n in tree.walk(one.test))


def _averages(function: Function) -> bool:
    """Whether a function always mixes weights into others: `decay * old + (1 - decay) * new`, or `lerp_`.

    It goes over parameters or a state dict. One that counts its calls by a remainder may skip most of them.
    """
    parts = list(tree.walk(function.node))
    calls = [part for part in parts if isinstance(part, tree.Call)]
    text = function.unit.tree.text_of
    if any(isinstance(part, (tree.BinaryOp, tree.AugmentedAssign)) and part.op == "%" for part in parts):
        return False
    if not any(_gives_weights(call) for call in calls) and not any(map(_names_weights, parts)):
        return False
    if any(tree.last_name(call.func) == "lerp_" for call in calls):
        return True
    rest = [n for n in parts if isinstance(n, tree.BinaryOp) and n.op == "-" and _is_one(n.left)]
    factors = {text(side) for n in parts if isinstance(n, tree.BinaryOp) and n.op == "*" for side in (n.left, n.right)}
    factors |= {text(a.value) for call in calls if tree.last_name(call.func) in ("mul_", "mul") for a in call.args}
    return any(text(n.right) in factors for n in rest)


def _gives_weights(call: tree.Call) -> bool:
    return tree.last_name(call.func) in LISTS_WEIGHTS or tree.last_name(call.func) == "state_dict"


def _names_weights(node: tree.Node) -> bool:
    """Whether a name speaks of parameters: what a docstring says of those of the function is no name."""
    return isinstance(node, (tree.Name, tree.Attribute)) and "param" in tree.last_name(node).lower()


def _is_one(node: tree.Expression) -> bool:
    return isinstance(node, tree.Constant) and node.value == 1


def _mentions(file: File, call: tree.Call, every: str) -> bool:
    """Whether an update is told the number of passes: `update(model, decay ** (1 / steps))`."""
    return any(every in file.tree.text_of(argument) for argument in call.args)
