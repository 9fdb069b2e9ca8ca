"""Parameters that a module replaces each time that it is called, when its optimizer has long been made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.modules import Method, method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_PARAMETER = "torch.nn.Parameter"
_OF_LAYERS = ("weight", "bias")
_UNDER_CONDITION = (tree.If, tree.Try, tree.Conditional, tree.BoolOp)


def replaced_in_forward(file: File) -> Iterator[ExpressionView]:
    """`self.layer.weight = nn.Parameter(...)` in `forward`, or in a method that it calls, in source order."""
    if testing.is_test_module(file):
        return
    for call in file.named_calls(_PARAMETER):
        assign = file.tree.parents.get(call.node)
        method = method_around(file, call.node) if isinstance(assign, tree.Assign) else None
        if method is None or not isinstance(assign, tree.Assign) or len(assign.targets) != 1 or _is_frozen(call):
            continue  # not kept, or not to be trained
        if file.tree.scope(call.node) is not method.node or not _runs_in_forward(method):
            continue  # a method that builds or resets something is called before the optimizer is made
        if _is_under_condition(file, assign, method):
            continue  # only once perhaps, where the first call shows the sizes
        if _is_parameter_already(file, method, assign.targets[0]):
            yield ExpressionView(file, assign.targets[0])


def _is_frozen(call: CallView) -> bool:
    given = call.argument(1, "requires_grad")
    return given is not None and given.is_literally is not True


def _runs_in_forward(method: Method) -> bool:
    """Whether each call of the module runs a method: `forward`, or what it calls on its object."""
    todo = ["forward"]
    for name in todo:  # grows as methods are found
        function = method.cls.methods.get(name)
        if function is None:
            continue  # of another class
        if function.node is method.node:
            return True
        todo += [one for one in sorted(function.unit.traits_of(function.node).calls_of_self) if one not in todo]
    return False


def _is_under_condition(file: File, assign: tree.Assign, method: Method) -> bool:
    above = file.tree.above(assign, *_UNDER_CONDITION, tree.FunctionDef)
    return above is not method.node


def _is_parameter_already(file: File, method: Method, target: tree.Expression) -> bool:
    """Whether an attribute is a parameter from construction on: that of a layer, or one that the constructor makes."""
    root = tree.root_name(target)
    if not isinstance(target, tree.Attribute) or root is None or root.id != method.own:
        return False
    if isinstance(target.value, tree.Name):
        return any(_makes(base, target.attr) for base in method.cls.lineage)
    return target.attr in _OF_LAYERS and file.value(target.value).value.kind == "module"


def _makes(cls: Class, attribute: str) -> bool:
    """Whether a constructor gives an attribute a parameter."""
    constructor = cls.methods.get("__init__")
    made = assignments_in(constructor.node) if constructor is not None else ()
    values = (one.value for one in made if one.name == f"self.{attribute}")
    return any(isinstance(one, tree.Call) and tree.last_name(one.func) == "Parameter" for one in values)
