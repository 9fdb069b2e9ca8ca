"""Calls that every pass of a training loop makes, through functions and methods that it calls, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name
from torchlint.queries.devices.every_pass import branches_to, is_in_every_pass
from torchlint.queries.file import CallView, View
from torchlint.queries.memo import query
from torchlint.queries.training.training_loops import step_loops
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Through how many functions a pass is followed, and how many calls it is followed through.
_FARTHEST, _MOST = 3, 400
_ORDERS = frozenset(("<", ">", "<=", ">="))


class StepCall(NamedTuple):
    """A call that every pass of a training loop makes, where the loop's file decides about it."""

    loop: tree.Node  # the training loop
    call: CallView  # the call in the loop's file
    name: str  # which of the functions it leads to
    is_itself: bool  # whether it is the call of that function


class _Reached(NamedTuple):
    """A call that a pass makes, with the calls from the loop on that lead there."""

    syntax: tree.Tree
    path: tuple[tree.Call, ...]


def calls_of_each_step(file: File, *names: str) -> Iterator[StepCall]:
    """Where every training step of a loop in this file calls one of these functions, in source order.

    That is the call itself, or where another file makes it, or a function that others call as well, the last call on
    the way there that only this loop makes.

    Example:
        for step in training.calls_of_each_step(file, "torch.save"):
            yield finding(step.call, f"`{step.call}` writes to disk after every batch")
    """
    found: dict[tree.Call, StepCall] = {}
    for loop, reached in _reached(file):
        last = reached.path[-1]
        meant = by_name(reached.syntax).get(last, frozenset()) & set(names)
        if meant:
            blamed = _blamed(file, reached.path)
            found.setdefault(blamed, StepCall(loop, CallView(file, blamed), min(meant), blamed is last))
    yield from sorted(found.values(), key=lambda one: one.call.node.start)


@query
def _reached(file: File) -> list[tuple[tree.Node, _Reached]]:
    """All calls that every pass of a training loop of the file makes, as far as they are followed."""
    found: list[tuple[tree.Node, _Reached]] = []
    for loop in sorted((one for one in step_loops(file) if file.holds(one)), key=lambda one: one.start):
        view = View(file, loop)
        for call in file.tree.own(loop, tree.Call):
            place = CallView(file, call)
            if place.loop is not None and place.loop.node is loop and is_in_every_pass(place, view):
                found += ((loop, one) for one in _from(file, file.tree, (call,), _changing(loop)))
    return found


def _from(file: File, syntax: tree.Tree, path: tuple[tree.Call, ...], changing: set[str]) -> Iterator[_Reached]:
    """A call, and those that the function makes, each time that it runs, to which it leads."""
    todo = [(syntax, path, changing)]
    for count, (here, calls, names) in enumerate(todo):  # grows as functions are found
        yield _Reached(here, calls)
        function = _called(file, calls[-1])
        if function is None or len(calls) > _FARTHEST or count > _MOST:
            continue
        inside = function.unit.tree
        varied = _varied(function, calls[-1], names)
        for call in inside.own(function.node, tree.Call):
            if call not in calls and _is_always_made(inside, call, function.node, varied):
                todo.append((inside, (*calls, call), varied))


def _called(file: File, call: tree.Call) -> Function | None:
    """The one function that a call runs to its end."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    is_run = function is not None and isinstance(function.node, tree.FunctionDef) and not function.is_generator
    return function if is_run else None


def _changing(node: tree.Node) -> set[str]:
    """The names that code binds."""
    targets = (one.target for one in assignments_in(node, into_functions=False) if one.kind != "comprehension")
    return {n.id for target in targets if target for n in tree.walk(target) if isinstance(n, tree.Name)} - {"self"}


def _varied(function: Function, call: tree.Call, changing: set[str]) -> set[str]:
    """The names in a function that may differ from call to call: its own, and parameters that are given such names."""
    names = [one.name for one in function.node.parameters if one.name not in ("self", "cls")]
    given = tree.given_by_name(call, names)
    varied = {
        name
        for name, value in given.items()
        if any(isinstance(n, tree.Call) or (isinstance(n, tree.Name) and n.id in changing) for n in tree.walk(value))
    }
    own = {one.name.partition(".")[0] for one in assignments_in(function.node) if one.kind != "parameter"}
    return (varied | own) - {"self"}


def _is_always_made(syntax: tree.Tree, call: tree.Call, function: tree.Node, varied: set[str]) -> bool:
    """Whether a function makes a call each time that it runs, whatever it is given."""
    if branches_to(syntax, call, function, varied, is_called=True) != []:
        return False
    around = [one for one in syntax.around(call) if isinstance(one, (tree.If, tree.Conditional, tree.While))]
    if any(isinstance(one, tree.While) or _compares(one.test) for one in around):
        return False
    returns = (one for one in syntax.own(function, tree.Return) if one.end <= call.start)
    return all(_is_left_alike(syntax, one, function, varied) for one in returns)


def _is_left_alike(syntax: tree.Tree, leave: tree.Return, function: tree.Node, varied: set[str]) -> bool:
    """Whether a function returns at a place each time that it runs, or never."""
    if branches_to(syntax, leave, function, varied, is_called=True) != []:
        return False
    return not any(isinstance(one, tree.If) and _compares(one.test) for one in syntax.around(leave))


def _compares(test: tree.Expression) -> bool:
    """Whether a condition asks which number is larger, such as the loss and the best one so far."""
    compared = (one for one in tree.walk(test) if isinstance(one, tree.Compare))
    return any(not _ORDERS.isdisjoint(one.ops) for one in compared)


def _blamed(file: File, path: tuple[tree.Call, ...]) -> tree.Call:
    """The last call on a way, in the file of its loop, that nothing but training steps makes."""
    always = _made_by_steps(file)
    blamed = path[0]
    for call, after in zip(path, path[1:]):
        function = _called(file, call)
        others = _callers(file).get(function, set()) if function is not None else set()
        if not file.holds(after) or not others <= always:
            break
        blamed = after
    return blamed


@query
def _made_by_steps(file: File) -> frozenset[tree.Call]:
    return frozenset(reached.path[-1] for _, reached in _reached(file))


@query
def _callers(file: File) -> dict[Function, set[tree.Call]]:
    """The calls that lead to each function, as far as the project shows them."""
    found: dict[Function, set[tree.Call]] = {}
    for call, functions in file.facts.functions.items():
        for function in functions:
            found.setdefault(function, set()).add(call)
    return found
