"""Whether what is loaded is handed to what restores it, by the names around: `agent.load_snapshot(payload)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_handed_on(file: File, load: CallView) -> bool:
    """Whether a method called `load_...` is given what is loaded, an entry of it, or a dict filled from it.

    So is any call to which it is the `state_dict`: `Model.from_pretrained(config, state_dict=saved)`. Whoever reads or
    replaces its entry of that name knows that it holds a model's parameters: `saved["state_dict"]`.
    """
    if _is_restored_by_callers(file, load):
        return True
    statement = file.tree.parents.get(load.node)
    while isinstance(statement, tree.Conditional):
        statement = file.tree.parents.get(statement)
    target = statement.targets[0] if isinstance(statement, tree.Assign) else None
    if not isinstance(target, tree.Name):
        return False
    scope = file.tree.scope(load.node)
    entries = (node for node in file.tree.own(scope, tree.Subscript) if node.start > load.node.end)
    if any(_root(node) == target.id and "state_dict" in (tree.string_of(node.index) or "") for node in entries):
        return True
    names = {target.id, *_filled_from(file, scope, target.id)}
    for call in file.tree.own(scope, tree.Call):
        is_load = isinstance(call.func, tree.Attribute) and call.func.attr.startswith("load_")
        given = [argument for argument in call.args if is_load or argument.keyword == "state_dict"]
        if call.start > load.node.end and any(_root(argument.value) in names for argument in given):
            return True
    return False


def _is_restored_by_callers(file: File, load: CallView) -> bool:
    """Whether a function returns what is loaded, and a caller gives it, or an entry of it, to `load_state_dict`."""
    function = file.tree.scope(load.node)
    returns = file.tree.own(function, tree.Return)
    is_returned = any(resolved_expression(file.tree, one.value) is load.node for one in returns if one.value)
    if not isinstance(function, tree.FunctionDef) or not is_returned:
        return False
    for call in checkpoints.calls_of(file, function):
        syntax = call.syntax
        for restore in syntax.own(syntax.scope(call.node), tree.Call):
            if tree.last_name(restore.func) == "load_state_dict" and restore.args:
                given: tree.Node = restore.args[0].value
                while isinstance(given, tree.Subscript):
                    given = given.value
                if resolved_expression(syntax, given) is call.node:
                    return True
    return False


def _filled_from(file: File, scope: tree.Node, name: str) -> set[str]:
    """The names of what a function takes out of a dict, and of dicts that its loops over it fill."""
    found: set[str] = set()
    for assign in file.tree.own(scope, tree.Assign):
        loop = file.tree.above(assign, tree.For, *tree.Scope)
        is_inside = isinstance(loop, tree.For) and any(_root(node) == name for node in tree.walk(loop.iter))
        is_entry = isinstance(assign.value, tree.Subscript) and _root(assign.value) == name
        for target in assign.targets:
            if (isinstance(target, tree.Subscript) and is_inside) or (isinstance(target, tree.Name) and is_entry):
                found.add(_root(target))
    return found


def _root(node: tree.Node) -> str:
    """The name that code indexes or calls a method of; empty for other code."""
    while isinstance(node, (tree.Subscript, tree.Attribute)):
        node = node.value
    return node.id if isinstance(node, tree.Name) else ""
