"""Objects that the code of other files makes, and gives to a function or class of this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import only_definition, resolved_expression
from torchlint.queries.checkpoints.given_arguments import calls_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

Names = frozenset[str]


def makers_given(file: File, node: tree.Expression) -> list[Names]:
    """By which functions callers make what a parameter holds, or an attribute that keeps one: for each call, its names.

    No names for a call whose argument is something else than the result of one call, and one more such entry where the
    object may take something else than the parameter, `scheduler or NoScheduler()`. No entries for anything else.

    Example:
        if any("torch.optim.SGD" in names for names in api.makers_given(file, step.receiver.node)):
            yield finding(step, f"`{step}` steps what a caller has made")
    """
    kept = [_parameter(file, one) for one in _alternatives(_kept(file, node))]
    parameters = [one for one in kept if one is not None]
    function = file.tree.above(parameters[0], tree.FunctionDef) if len(set(parameters)) == 1 else None
    if not isinstance(function, tree.FunctionDef):
        return []
    return [*_makers(file, function, parameters[0]), *(Names() for one in kept if one is None)]


def _makers(file: File, function: tree.FunctionDef, parameter: tree.Parameter) -> Iterator[Names]:
    for call in calls_of(file, function):
        given = call.given(parameter)
        if given is not None:
            made = resolved_expression(call.syntax, given)
            yield by_name(call.syntax).get(made, Names()) if isinstance(made, tree.Call) else Names()


def _kept(file: File, node: tree.Expression) -> tree.Expression:
    """What an attribute of the object is assigned in the only place that assigns it."""
    cls = file.tree.above(node, tree.ClassDef) if isinstance(node, tree.Attribute) else None
    if cls is None or not isinstance(node, tree.Attribute) or tree.dotted(node.value) != "self":
        return node
    kept = assignments_to(file.tree, cls, f"self.{node.attr}")
    value = kept[0].value if len(kept) == 1 else None
    return value if value is not None else node


def _alternatives(node: tree.Expression) -> list[tree.Expression]:
    """What `a or b` may be, or `a if condition else b`."""
    if isinstance(node, tree.BoolOp) and node.op == "or":
        return node.values
    return [node.body, node.orelse] if isinstance(node, tree.Conditional) else [node]


def _parameter(file: File, node: tree.Expression) -> tree.Parameter | None:
    """The parameter that a name means, if nothing else binds it."""
    only = only_definition(file.tree, node) if isinstance(node, tree.Name) else None
    return only.node if only is not None and isinstance(only.node, tree.Parameter) else None
