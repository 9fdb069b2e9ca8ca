"""Models that another function wraps under a condition, and passes on to where `module` is taken out of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.flow.model_wrappers import wrappers_of
from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

from .detect import WRAPPERS, TakenOut, asks_for_wrapper

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Passed(TakenOut):
    """`model.module`, where what constructs the object, or calls the function, may have wrapped `model`."""


def taken_out(file: File) -> Iterator[Passed]:
    """Each `.module` of a model that is wrapped elsewhere, on some ways only."""
    for node in file.tree.all(tree.Attribute):
        if node.attr != "module":
            continue
        model = file.value(node.value).value
        wrappers = [origin.node for origin in wrappers_of(model)] if model.kind == "module" else []
        if wrappers and all(_is_of_other_file(file, wrapper) for wrapper in wrappers):
            assert isinstance(wrappers[0], tree.Call)
            yield Passed(file, node, CallView(file, wrappers[0]))
        elif (wrapper := _passed_by_callers(file, node.value)) is not None:
            yield Passed(file, node, CallView(file, wrapper))


def _is_of_other_file(file: File, wrapper: tree.Node) -> bool:
    unit = file.analysis.unit_of(wrapper)
    return unit is not None and unit.tree is not file.tree and _is_on_one_way(unit.tree, wrapper)


def _passed_by_callers(file: File, model: tree.Expression) -> tree.Call | None:
    """What wraps a parameter under a condition in the code of a caller, which passes it on in either case.

    The flow does not lead through each of the callers: a program that constructs large models costs too much.
    """
    definition = reaching_definition(file.tree, model) if isinstance(model, tree.Name) else None
    function = file.tree.scope(model)
    if definition is None or definition.kind != "parameter" or not isinstance(function, tree.FunctionDef):
        return None
    parameter = next((one for one in function.parameters if one.name == definition.name), None)
    for call in checkpoints.calls_of(file, function) if parameter is not None else ():
        passed = call.given(parameter) if parameter is not None else None
        if isinstance(passed, tree.Name) and (wrapper := _wrapper_on_one_way(call.syntax, passed, call.node)):
            return wrapper
    return None


def _wrapper_on_one_way(syntax: tree.Tree, passed: tree.Name, call: tree.Call) -> tree.Call | None:
    """The wrapper of a name that is a new object on the other ways, where no condition around the call asks for it."""
    values = [one.value if one is not None else None for one in reaching_definitions(syntax, passed)]
    wrappers = [v for v in values if isinstance(v, tree.Call) and _is_on_one_way(syntax, v) and _wraps(v)]
    others = [v for v in values if v not in wrappers]
    is_bare = bool(others) and all(isinstance(v, tree.Call) and _makes_object(v) for v in others)
    if len(wrappers) != 1 or not is_bare or asks_for_wrapper(syntax, call, syntax, wrappers[0]):
        return None
    return wrappers[0]


def _wraps(call: tree.Call) -> bool:
    return tree.last_part(call.func) in {one.rpartition(".")[2] for one in WRAPPERS}


def _makes_object(call: tree.Call) -> bool:
    """Whether this constructs a class, perhaps on a device: `Model(config).to(device)`."""
    func = call.func
    while isinstance(func, tree.Attribute) and isinstance(func.value, tree.Call):
        func = func.value.func
    return tree.last_part(func)[:1].isupper() and not _wraps(call)


def _is_on_one_way(syntax: tree.Tree, wrapper: tree.Node) -> bool:
    """Whether code says `if ...: model = DataParallel(model)`, and nothing of the kind else."""
    assign = syntax.parents.get(wrapper)
    if not isinstance(assign, tree.Assign) or not isinstance(wrapper, tree.Call) or not wrapper.args:
        return False
    name = tree.dotted(assign.targets[0])
    branch = syntax.parents.get(assign)
    if name is None or name != tree.dotted(wrapper.args[0].value) or not isinstance(branch, tree.If):
        return False
    scope = syntax.scope(assign)
    others = [
        one for one in syntax.own(scope, tree.Assign) if tree.dotted(one.targets[0]) == name and one is not assign
    ]
    return not any(isinstance(one.value, tree.Call) and _wraps(one.value) for one in others)
