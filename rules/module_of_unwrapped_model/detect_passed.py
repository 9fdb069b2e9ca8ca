"""Models that another function wraps under a condition, and passes on to where `module` is taken out of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.flow.model_wrappers import wrappers_of
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

from .detect import WRAPPERS, TakenOut, asks_for_wrapper

if TYPE_CHECKING:
    from torchlint.queries import File

_FARTHEST = 5  # how many times a model is moved or cast in a row


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
    if definition is None or definition.kind != "parameter":
        return None
    within, inside = file.tree.scope(model), []  # a function inside the one that is given the model may read it, too
    while isinstance(within, tree.FunctionDef) and all(one.name != definition.name for one in within.parameters):
        inside.append(within)
        within = file.tree.scope(within)
    if not isinstance(within, tree.FunctionDef):
        return None
    parameter = next(one for one in within.parameters if one.name == definition.name)
    for call in checkpoints.calls_of(file, within):
        passed = call.given(parameter)
        wrapper = _wrapper_on_one_way(call.syntax, passed, call.node) if isinstance(passed, tree.Name) else None
        if wrapper is not None and not any(asks_for_wrapper(file.tree, one, call.syntax, wrapper) for one in inside):
            return wrapper
    return None


def _wrapper_on_one_way(syntax: tree.Tree, passed: tree.Name, call: tree.Call) -> tree.Call | None:
    """The first wrapper of a name that is a bare model on other ways, where no condition around the call asks for it.

    One `if` may wrap the model in several of its branches, and only move it to a device in another one.
    """
    values = [one.value if one is not None else None for one in reaching_definitions(syntax, passed)]
    wrappers = [made for v in values if (made := _made(v)) is not None and _wraps(made) and _is_chosen(syntax, made)]
    others = [v for v in values if _made(v) not in wrappers]
    is_bare = bool(others) and all(_is_bare(syntax, v, 0) for v in others)
    if not wrappers or not is_bare or any(asks_for_wrapper(syntax, call, syntax, one) for one in wrappers):
        return None
    return wrappers[0]


def _wraps(call: tree.Call) -> bool:
    return tree.last_part(call.func) in {one.rpartition(".")[2] for one in WRAPPERS}


def _made(value: tree.Node | None) -> tree.Call | None:
    """The call that makes what others then move or cast: `Model(config)` of `Model(config).to(device)`."""
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        if not isinstance(value.func.value, tree.Call):
            break
        value = value.func.value
    return value if isinstance(value, tree.Call) else None


def _is_chosen(syntax: tree.Tree, wrapper: tree.Call) -> bool:
    """Whether code says `if ...: model = DataParallel(model)`, perhaps moved to a device."""
    assign = syntax.statement(wrapper)
    if not isinstance(assign, tree.Assign) or not wrapper.args:
        return False
    name = tree.dotted(assign.targets[0])
    return name is not None and name == tree.dotted(wrapper.args[0].value) and syntax.above(assign, tree.If) is not None


def _is_bare(syntax: tree.Tree, value: tree.Node | None, depth: int) -> bool:
    """Whether this constructs a class, or moves or casts, by a method of its own, a model that it was given before."""
    made = _made(value)
    if made is None or _wraps(made) or depth > _FARTHEST:
        return False
    func = made.func
    if not isinstance(func, tree.Attribute) or not has_column(func.attr, "move", "cast"):
        return tree.last_part(func)[:1].isupper()
    if not isinstance(func.value, tree.Name):
        return False
    before = [one.value if one is not None else None for one in reaching_definitions(syntax, func.value)]
    return bool(before) and all(_is_bare(syntax, one, depth + 1) for one in before)


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
