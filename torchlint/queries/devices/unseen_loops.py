"""Steps of training, and forwards, of which no loop is seen that runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import NO, UNKNOWN, alternatives
from torchlint.flow.facts import CallContext, HostSyncFact, LoopAction, LoopRun
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.knowledge.operations import full_names
from torchlint.queries.devices.forward_sync import is_always_reached, is_handed_on, model_of
from torchlint.queries.modes.training_branches import is_left_in_training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.definitions import Definition
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Through how many assignments a tensor is followed to a parameter.
_FARTHEST = 4
# What makes a tensor on the CPU, unless it is told where.
_FACTORIES = full_names("create-anew")
_DONE: frozenset[LoopAction] = frozenset(("backward", "step"))
# Parts of names for what is often kept on the host: `lengths`, `sizes`.
_ON_HOST = ("len", "size", "count", "shape")


def step_around(where: CallContext) -> LoopRun | None:
    """A function around a place that goes backward and steps, once for each batch that it is given, as far as is seen.

    It stands for the loop that calls it, whose passes are its calls.
    """
    if where.is_seen_whole:
        return None
    for depth in range(len(where.chain), -1, -1):
        function = where.caller(depth)
        if function is None or any(loop.depth < depth for loop in where.loops):
            return None  # there is a loop around it
        if function.usage.trains and function.unit.tree.once(_is_step, function.node) and _gets_batches(function):
            return LoopRun(
                function.node, depth, "assumed", did={"backward", "step"}, direct_actions={"backward", "step"}
            )
    return None


def _is_step(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a function itself goes backward and steps, and not in a loop inside it."""
    calls = (call for call in syntax.own(node, tree.Call) if isinstance(call.func, tree.Attribute))
    done = {tree.last_name(call.func) for call in calls if syntax.above(call, *tree.Loops, tree.FunctionDef) is node}
    return "step" in done and not done.isdisjoint(BACKWARDS)


def _gets_batches(function: Function) -> bool:
    """Whether a function may be called again and again: one of an object, or with something to train on."""
    return function.owner is not None or len(function.node.parameters) > 1


def is_in_training_forward(file: File, fact: HostSyncFact) -> bool:
    """Whether each forward of a model, of which no call is seen, waits here for a tensor that it is given."""
    model = model_of(fact.where)
    if model is None or fact.where.is_seen_whole or fact.where.grad == NO or not is_always_reached(file, fact):
        return False
    if any(value.ref is model for call in file.facts.forwards for value in alternatives(call.model)):
        return False  # its known calls decide
    if is_left_in_training(file.tree, fact.node):
        return False
    return (fact.is_for_shape or is_handed_on(file, fact.node)) and _is_given(file, fact.operand, _FARTHEST)


def _is_given(file: File, node: tree.Node, names: int) -> bool:
    """Whether a tensor is computed from a parameter of a forward, and so is where the model is."""
    if not names or any(isinstance(one, tree.Call) and not _stays(file, one) for one in tree.walk(node)):
        return False
    for name in tree.walk(node):
        if not isinstance(name, tree.Name) or any(part in name.id.lower() for part in _ON_HOST):
            continue
        made = reaching_definitions(file.tree, name)
        if made and all(_is_of_given(file, name, one, names) for one in made):
            return True
    return False


def _is_of_given(file: File, name: tree.Name, made: Definition | None, names: int) -> bool:
    """Whether one of the definitions of a name is a tensor that a forward is given, or is computed from one."""
    if made is None:
        return False
    if isinstance(made.node, tree.Parameter):
        return made.node.name != "self" and file.facts.values[name].is_tensor
    return made.kind == "assignment" and made.source is not None and _is_given(file, made.source, names - 1)


def _stays(file: File, call: tree.Call) -> bool:
    """Whether PyTorch, a module or a method that makes no tensors itself computes something, where its operands are."""
    if tree.last_name(call.func) == "cpu":
        return False
    if file.facts.callees.get(call) or file.facts.values.get(call.func, UNKNOWN).kind == "module":
        return True
    entered = file.facts.functions.get(call, ())
    return bool(entered) and not any(_makes_tensors(file, function) for function in entered)


def _makes_tensors(file: File, function: Function) -> bool:
    """Whether a function of this file calls one of PyTorch's factories, or one that is in another file."""
    if function.unit.tree is not file.tree:
        return True
    calls = file.tree.own(function.node, tree.Call)
    return any(file.names.spelled_out(call.func) in _FACTORIES for call in calls)
