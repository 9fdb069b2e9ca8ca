"""Models that are wrapped for several processes, and then given to the function that uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries.checkpoints.given_arguments import FunctionCall, calls_of
from torchlint.queries.distributed.programs import spreads
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class Wrapping(NamedTuple):
    """A call that wraps a model, and the code that it is in."""

    syntax: tree.Tree  # of the file that wraps it
    call: tree.Call  # of `DistributedDataParallel` and the like


def wrapping_of_parameter(file: File, model: tree.Node) -> Wrapping | None:
    """What wraps a model that a function is given, if each call of the function in the project gives it such a one."""
    definition = reaching_definition(file.tree, model) if isinstance(model, tree.Name) else None
    function = file.tree.scope(model)
    if definition is None or definition.kind != "parameter" or not isinstance(function, tree.FunctionDef):
        return None
    parameter = next((one for one in function.parameters if one.name == definition.name), None)
    found: Wrapping | None = None
    for call in calls_of(file, function) if parameter is not None else ():
        if _is_of_other_class(file.tree, function, call):
            continue
        passed = call.given(parameter) if parameter is not None else None
        made = resolved_expression(call.syntax, passed) if passed is not None else None
        if not isinstance(made, tree.Call) or not spreads(call.syntax, made):
            return None
        found = found or Wrapping(call.syntax, made)
    return found


def _is_of_other_class(syntax: tree.Tree, function: tree.FunctionDef, call: FunctionCall) -> bool:
    """Whether `self.save(...)` calls a method of that name in a class that has nothing to do with the function's."""
    func, owner = call.node.func, syntax.parents.get(function)
    if not isinstance(func, tree.Attribute) or tree.dotted(func.value) != "self":
        return False
    around = call.syntax.above(call.node, tree.ClassDef)
    if not isinstance(owner, tree.ClassDef) or not isinstance(around, tree.ClassDef) or around is owner:
        return False
    return owner.name not in {tree.last_part(base.value) for base in around.bases}
