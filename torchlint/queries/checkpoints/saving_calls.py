"""What a file has the project write to checkpoints: what `torch.save` is given, here or by functions on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries.checkpoints.given_arguments import FunctionCall, calls_of
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SAVE = "torch.save"
_SAVES = (_SAVE, "accelerate.Accelerator.save")  # which the main process calls with the same


@dataclass(frozen=True, slots=True, eq=False)
class SavedValue:
    """An expression of a file whose value is saved.

    Example:
        for saved in checkpoints.saved_values(file):
            print(file.tree.text_of(saved.node), len(saved.callers))
    """

    node: tree.Node  # the expression
    callers: tuple[FunctionCall, ...] = ()  # the calls whose result is saved, where a function returns it


@query
def saved_values(file: File) -> list[SavedValue]:
    """What is saved: what is given to `torch.save` or `save_checkpoint(state)`, and what `get_state()` returns.

    Names are followed to what they are bound to, in each function.

    Example:
        for saved in checkpoints.saved_values(file):
            models = [part for part in tree.walk(saved.node) if file.value(part).value.kind == "module"]
    """
    found: dict[tree.Node, SavedValue] = {}
    for node in _given_to_save(file):
        found.update((value, SavedValue(value)) for value in _values(file.tree, node))
    given = {value for _, one in calls_that_save(file) for value in _values(file.tree, one)}
    for returned in file.tree.all(tree.Return):
        function = file.tree.scope(returned)
        if (
            returned.value is not None
            and isinstance(function, tree.FunctionDef)
            and _may_be_state(file, returned.value)
        ):
            callers = tuple(call for call in calls_of(file, function) if call.node in given or _is_saved(call))
            values = _values(file.tree, returned.value) if callers else []
            found.update((value, SavedValue(value, callers)) for value in values)
    return list(found.values())


def _given_to_save(file: File) -> Iterator[tree.Node]:
    for save in file.calls(*_SAVES):
        given = save.argument(0, "obj")
        if given is not None:
            yield given.node
    yield from (given for _, given in calls_that_save(file))


@query
def calls_that_save(file: File) -> Iterator[tuple[tree.Call, tree.Expression]]:
    """Calls of functions of the project that give `torch.save` an argument as it is, with that argument.

    Example:
        for call, given in checkpoints.calls_that_save(file):
            print(file.tree.text_of(call), file.value(given).value.kind)
    """
    for call in file.tree.all(tree.Call):
        for argument in call.args:
            if not argument.star and _saves(file, call, argument.value):
                yield call, argument.value


def _values(syntax: tree.Tree, node: tree.Node) -> list[tree.Node]:
    """What an expression is, or what a name is bound to, with the entries that it is given one by one."""
    if not isinstance(node, tree.Name):
        return [node]
    values = (one.value for one in reaching_definitions(syntax, node) if one is not None)
    found: list[tree.Node] = [value for value in values if value is not None]
    return found + syntax.once(_entries, syntax.scope(node)).get(node.id, [])


def _entries(syntax: tree.Tree, scope: tree.Node) -> dict[str, list[tree.Node]]:
    """What a function assigns to entries of each name: `state["model"] = model.state_dict()`."""
    found: dict[str, list[tree.Node]] = {}
    for assign in syntax.own(scope, tree.Assign):
        for target in assign.targets:
            if isinstance(target, tree.Subscript) and isinstance(target.value, tree.Name):
                found.setdefault(target.value.id, []).append(assign.value)
    return found


def _may_be_state(file: File, returned: tree.Expression) -> bool:
    """Whether what is returned speaks of the state of something: looking for its callers costs more than that."""
    return any(
        tree.last_name(part) == "state_dict"
        for value in _values(file.tree, returned)
        for part in tree.walk(value)
        if isinstance(part, tree.Attribute)
    )


def _saves(file: File, call: tree.Call, given: tree.Expression) -> bool:
    """Whether a function of the project gives `torch.save` what it is given: `save_checkpoint(state, path)`."""
    for function in file.facts.functions.get(call, ()):
        saved = function.unit.tree.once(_saved_parameters, function.node)
        if any(name in saved for name, value in function.passed_by(call).items() if value is given):
            return True
    return False


def _saved_parameters(syntax: tree.Tree, function: tree.Node) -> frozenset[str]:
    """The names that a function gives `torch.save` as they are."""
    saves = [one for one in syntax.own(function, tree.Call) if _SAVE in by_name(syntax).get(one, ())]
    given = (tree.argument(one, 0, "obj") for one in saves)
    return frozenset(one.id for one in given if isinstance(one, tree.Name))


def _is_saved(call: FunctionCall) -> bool:
    """Whether the result of a call is given to `torch.save`, by itself or by way of a name."""
    syntax = call.syntax
    saves = (one for one, names in by_name(syntax).items() if _SAVE in names and one.args)
    return any(call.node in _values(syntax, save.args[0].value) for save in saves)
