"""Loops of an evaluation over what accelerate's `prepare` has shared out among the processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.operations import operations
from torchlint.knowledge.ranks import IS_FIRST
from torchlint.queries import View, query, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What an evaluation calls.
_OFF = operations("grad-off", of="torch.autograd") | {"eval"}
_ACCELERATOR = "accelerate.Accelerator"
# Who asks for one of these means to run as several processes.
_OF_SEVERAL = IS_FIRST | {"process_index", "num_processes", "wait_for_everyone"}


def shared_out(file: File, loop: tree.For) -> View | None:
    """The call of `prepare` that was given what a loop goes over, in its function, its class, or who calls it."""
    if any(
        isinstance(node, tree.Call) and tree.last_name(node.func) in ("backward", "step") for node in tree.walk(loop)
    ):
        return None
    for node in tree.walk(loop.iter):
        if isinstance(node, (tree.Name, tree.Attribute)) and (by := _preparing(file, node)) is not None:
            return View(file, by)
    return None


def loops_over_prepared(file: File) -> Iterator[tree.For]:
    """The loops of evaluations over what a `prepare` returns: of what it takes, only loaders are gone over."""
    for loop in file.tree.all(tree.For) if _prepared(file) else ():
        if not _evaluates(file, loop):
            continue  # perhaps a training, whose steps are in code that is not seen
        inside = (node for node in tree.walk(loop.iter) if isinstance(node, (tree.Name, tree.Attribute)))
        # Not `model` of `model.parameters()`.
        whole = (node for node in inside if not isinstance(file.tree.parents.get(node), tree.Attribute))
        if any(file.value(node).value.kind in ("unknown", "loader") and _preparing(file, node) for node in whole):
            yield loop


def _evaluates(file: File, loop: tree.For) -> bool:
    """Whether a function switches to eval mode or turns gradients off, and a loop in it trains nothing."""
    scope = file.tree.scope(loop)
    if not file.tree.once(_turns_off, scope):
        return False
    return not any(training.leads_to_backward(file, call) for call in tree.walk(loop) if isinstance(call, tree.Call))


def _turns_off(syntax: tree.Tree, scope: tree.Node) -> bool:
    decorators = scope.decorators if isinstance(scope, tree.FunctionDef) else []
    called = [one.func for one in syntax.own(scope, tree.Call)]
    called += [one.func if isinstance(one, tree.Call) else one for one in decorators]
    return any(tree.last_name(one) in _OFF for one in called)


def is_for_several(file: File) -> bool:
    """Whether the program asks which of several processes it is."""
    return any(file.analysis.mentions(word) for word in _OF_SEVERAL)


def _preparing(file: File, node: tree.Name | tree.Attribute) -> tree.Call | None:
    """The call that is given a name of this function, or an attribute of the object; for a parameter, by all."""
    dotted = tree.dotted(node)
    if dotted is None:
        return None
    for call, names in _prepared(file).items():
        if dotted in names and _is_same_place(file, node, call):
            return call
    function = file.tree.scope(node)
    if not isinstance(function, tree.FunctionDef) or not isinstance(node, tree.Name):
        return None
    if all(one.name != node.id for one in function.parameters):
        return None
    calls = file.tree.calls_named(function.name)
    given = [tree.passed_to(function, call).get(node.id) for call in calls]
    found = [_preparing(file, one) if isinstance(one, (tree.Name, tree.Attribute)) else None for one in given]
    return found[0] if found and all(found) else None


def _is_same_place(file: File, node: tree.Name | tree.Attribute, call: tree.Call) -> bool:
    """Whether a name means the same at both places: in one function after the call, or in one class."""
    if isinstance(node, tree.Name):
        return file.tree.scope(node) is file.tree.scope(call) and call.start < node.start
    return file.tree.above(node, tree.ClassDef) is file.tree.above(call, tree.ClassDef)


@query
def _prepared(file: File) -> dict[tree.Call, list[str]]:
    """The names that each call of an Accelerator's `prepare` gives its results."""
    found: dict[tree.Call, list[str]] = {}
    for call in (*file.method_calls("prepare"), *file.method_calls("prepare_data_loader")):
        by, statement = call.receiver, file.tree.statement(call.node)
        is_accelerator = by is not None and (by.value.ref == _ACCELERATOR or "accelerator" in by.code)
        if not is_accelerator or not isinstance(statement, tree.Assign):
            continue
        targets = (tree.dotted(part) for target in statement.targets for part in tree.walk(target))
        found[call.node] = [name for name in targets if name is not None]
    return found
