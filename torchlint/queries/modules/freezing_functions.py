"""Functions that freeze the module that they are given, and the calls that give them one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import definitions_of
from torchlint.queries.memo import query
from torchlint.queries.modules.freezing import Freeze, is_method, parameters_of, receiver_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class FreezingCall(NamedTuple):
    """A call of a function that sets `requires_grad` of all parameters of a module, whatever it is set to.

    Example:
        for call in modules.freezing_calls(file):
            print(call.freeze.node, call.freezes)
    """

    freeze: Freeze  # as if the call itself did so, with the module as the call gives it
    freezes: bool  # whether it is certainly set to False


class _Setting(NamedTuple):
    """What a function does to all parameters of a module."""

    call: tree.Call  # what gives the parameters, or changes them
    module: str  # the parameter of the function that is the module
    flag: tree.Expression  # what `requires_grad` is set to


@query
def freezing_calls(file: File) -> tuple[FreezingCall, ...]:
    """Calls of functions that freeze or unfreeze a module that they are given, in source order of each file.

    `freeze(model.backbone)`, `set_requires_grad(model.backbone, False)`.
    """
    found = []
    for call, functions in file.facts.functions.items():
        (function, *others) = functions
        setting = function.unit.tree.once(_setting, function.node) if not others and _speaks(function.unit) else None
        if setting is None:
            continue
        unit = next((one for one in file.analysis.units if call in one.tree.parents), None)
        module = function.passed_by(call).get(setting.module)
        flag = _flag(file, call, function, setting.flag)
        if unit is not None and module is not None and flag is not None:
            freeze = Freeze(unit, call, setting.call, module)
            found.append(FreezingCall(freeze, tree.is_false(flag)))
    return tuple(sorted(found, key=lambda one: one.freeze.node.start))


def sets_given(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a loop over parameters, or a call, sets `requires_grad` to what callers of its function say."""
    function = syntax.above(node, tree.FunctionDef)
    setting = syntax.once(_setting, function) if isinstance(function, tree.FunctionDef) else None
    return setting is not None and isinstance(setting.flag, tree.Name) and setting.call in tree.walk(node)


def _speaks(unit: SourceUnit) -> bool:
    return "requires_grad" in unit.tree.text


def _setting(syntax: tree.Tree, function: tree.Node) -> _Setting | None:
    """What a function does to all parameters of a module that it is given, in a loop or by one call."""
    if not isinstance(function, tree.FunctionDef):
        return None
    names = {parameter.name for parameter in function.parameters}
    found = [*_in_loops(syntax, function), *_by_method(syntax, function)]
    known = [one for one in found if one.module in names]
    if len(found) != 1 or not known or any(len(_made(syntax, one)) != 1 for one in known):
        return None
    return known[0]


def _made(syntax: tree.Tree, setting: _Setting) -> tuple[object, ...]:
    module = receiver_of(setting.call)
    return definitions_of(syntax, module) if isinstance(module, tree.Name) else ()


def _in_loops(syntax: tree.Tree, function: tree.FunctionDef) -> Iterator[_Setting]:
    for loop in syntax.own(function, tree.For):
        call = parameters_of(loop)
        target = loop.target.elements[-1] if isinstance(loop.target, tree.Tuple) else loop.target
        if call is None or not isinstance(target, tree.Name):
            continue
        for statement in loop.body:
            if (flag := _flag_of(statement, target.id)) is not None:
                yield _Setting(call, tree.dotted(receiver_of(call)) or "", flag)


def _by_method(syntax: tree.Tree, function: tree.FunctionDef) -> Iterator[_Setting]:
    parameters = {name.id for loop in syntax.own(function, tree.For) if isinstance(name := loop.target, tree.Name)}
    for call in syntax.own(function, tree.Call):
        module = tree.dotted(receiver_of(call)) or ""
        if is_method(call, "requires_grad_") and module not in parameters:
            flag = call.args[0].value if call.args else tree.Constant(0, 0, True)
            yield _Setting(call, module, flag)


def _flag_of(statement: tree.Node, name: str) -> tree.Expression | None:
    """What one parameter's `requires_grad` is set to."""
    if isinstance(statement, tree.Assign):
        return statement.value if f"{name}.requires_grad" in map(tree.dotted, statement.targets) else None
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    if isinstance(call, tree.Call) and tree.dotted(call.func) == f"{name}.requires_grad_":
        return call.args[0].value if call.args else tree.Constant(0, 0, True)
    return None


def _flag(file: File, call: tree.Call, function: Function, flag: tree.Expression) -> tree.Node | None:
    """What a call has `requires_grad` set to; None if that is neither written nor what the function sets it to."""
    if isinstance(flag, tree.Constant):
        return flag
    if not isinstance(flag, tree.Name):
        return None
    return function.passed_or_default(call).get(flag.id)
