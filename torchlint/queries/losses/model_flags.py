"""Flags that a model is made with, and what the calls that make it give for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def model_around(file: File, node: tree.Node) -> Class | None:
    """The class of a model that the program makes, if a node is in its forward."""
    made = {cls for found in file.facts.definitions.values() for cls in found if isinstance(cls, Class)}
    for cls in sorted(made, key=lambda one: one.name):
        forward = cls.methods.get("forward")
        if forward is not None and cls.unit.tree.above(node, tree.FunctionDef) is forward.node:
            return cls
    return None


def is_applied(file: File, cls: Class, test: tree.Expression, wanted: bool) -> bool | None:
    """Whether `self.flag`, or its negation, comes out as wanted for the models that the program makes.

    None where it isn't known of one of them; False also where they differ, or the test is of another kind.
    """
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return is_applied(file, cls, test.operand, not wanted)
    holder, _, flag = (tree.dotted(test) or "").rpartition(".")
    parameter = _parameter_of(cls, flag) if holder == "self" else None
    if parameter is None:
        return False
    calls = [node for node, found in file.facts.definitions.items() if cls in found]
    truths = {_truth(file, cls, call, parameter) for call in calls}
    return None if None in truths and truths <= {None, wanted} else truths == {wanted}


def _parameter_of(cls: Class, attribute: str) -> tree.Parameter | None:
    """The parameter of a class's constructor that an attribute holds, where nothing else is assigned to that."""
    init = cls.methods.get("__init__")
    assigned = [
        one
        for one in cls.unit.tree.inside(cls.node, tree.Assign)
        if any(tree.dotted(target) == f"self.{attribute}" for target in one.targets)
    ]
    if init is None or len(assigned) != 1 or cls.unit.tree.above(assigned[0], tree.FunctionDef) is not init.node:
        return None
    name = tree.dotted(assigned[0].value)
    return next((one for one in init.node.parameters if one.name == name), None)


def _truth(file: File, cls: Class, call: tree.Call, parameter: tree.Parameter) -> bool | None:
    """Whether a call that makes a model gives a true constant for a parameter, or leaves it at one."""
    view, parameters = CallView(file, call), cls.methods["__init__"].node.parameters
    given = view.argument(parameters.index(parameter) - 1, parameter.name)
    if given is None and any(argument.star for argument in call.args):
        return None
    written = given.node if given is not None else parameter.default
    return bool(written.value) if isinstance(written, tree.Constant) else None
