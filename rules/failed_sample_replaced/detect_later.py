"""Handlers that let an error pass, after which other code of the dataset goes on to another sample."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.syntax import tree

from .detect_replacements import made_of_sizes

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File
    from torchlint.queries.data import DatasetView

_GETS = "__getitem__"
# Calls that draw an index: `random.sample`, `torch.randint`, `self.random_index`; not `self.build_sample`, `resample`.
_DRAWS = re.compile(r"(?i)(^|[._])(rand|choice)|\brandom\.sample$|\brng\.")


def after_attempts(file: File, function: Function, attempt: tree.Try, handler: tree.Handler) -> tree.Node | None:
    """What asks for another sample after a loop whose passes have tried one: `return self.read(randint(0, n))`.

    The handler goes on to the next attempt. What the call gives takes the place of what was tried: it is returned, or
    has the same name.
    """
    loop = file.tree.above(attempt, *tree.Loops, *tree.Scope)
    ends = (tree.Return, tree.Break, tree.Raise)
    if not isinstance(loop, tree.Loops) or any(isinstance(part, ends) for part in handler.body):
        return None
    if any(isinstance(part, ends) for part in loop.orelse):
        return None  # after all attempts
    names = {one.name for part in attempt.body for one in assignments_in(part, into_functions=False)}
    tried = {asked[0] for part in attempt.body for asked in _asked(part)}
    given = {file.tree.text_of(index) for part in attempt.body for _, index, _ in _asked(part)}
    for statement in file.tree.block(loop):
        its = {one.name for one in assignments_in(statement, into_functions=False)}
        if not isinstance(statement, tree.Return) and names.isdisjoint(its):
            continue  # another part of the sample
        for name, index, call in _asked(statement) if statement.start > loop.end else ():
            is_other = file.tree.text_of(index) not in given and _is_drawn(file, index)
            if name in tried and is_other:
                return call
    return None


def after_none(file: File, function: Function, handler: tree.Handler, using: list[DatasetView]) -> tree.Node | None:
    """What goes on to another sample where a method gives None for one that failed: `while image is None:`."""
    last = handler.body[-1]
    is_none = isinstance(last, tree.Return) and (last.value is None or _is_none(last.value))
    if not is_none or function.name == _GETS:
        return None
    for caller in {one.node: one for dataset in using for one in dataset.used}.values():
        if caller is function or not file.holds(caller.node):
            continue  # of another file
        held, choices = file.tree.once(_answers_to_none, caller.node).get(function.name, (set(), []))
        for choice in choices:
            found = _goes_on(file, choice.body, held)
            if found is not None:
                return found
    return None


def left_empty(file: File, attempt: tree.Try, handler: tree.Handler) -> tree.Node | None:
    """What is returned as it was made before a `try` that should have filled it: `video = np.zeros(...)`.

    The handler lets the error pass, so that the sample consists of zeros.
    """
    ends = (tree.Return, tree.Break, tree.Continue)
    if any(isinstance(node, ends) for part in handler.body for node in tree.walk(part, into_functions=False)):
        return None
    if file.tree.above(attempt, *tree.Loops, *tree.Scope) is not file.tree.scope(attempt):
        return None  # one of several parts
    filled = {tree.dotted(tree.container(one)) for part in attempt.body for one in _written(part)}
    changed = {one.name for part in handler.body for one in assignments_in(part, into_functions=False)}
    names = filled - changed
    returned = [one for one in file.tree.own(file.tree.scope(attempt), tree.Return) if one.start > attempt.end]
    given = {one.id for each in returned for one in tree.walk(each) if isinstance(one, tree.Name)}
    for statement in file.tree.block(attempt):
        if isinstance(statement, tree.Assign) and statement.end < attempt.start and len(statement.targets) == 1:
            name = tree.dotted(statement.targets[0])
            if name in names & given and made_of_sizes(statement.value):
                return statement
    return None


def _written(part: tree.Node) -> Iterator[tree.Expression]:
    """What a statement assigns, or writes entries of: `video[i, :n] = frames`."""
    for node in tree.walk(part, into_functions=False):
        if isinstance(node, tree.Assign):
            yield from node.targets


def _answers_to_none(syntax: tree.Tree, caller: tree.Node) -> dict[str, tuple[set[str], list[tree.While | tree.If]]]:
    """By the methods of `self` that a function calls: the variables that hold what they give, and who asks for None."""
    held: dict[str, set[str]] = {}
    for one in assignments_in(caller, into_functions=False):
        dotted = tree.dotted(one.value.func) if isinstance(one.value, tree.Call) else None
        if dotted is not None and dotted.startswith("self."):
            held.setdefault(dotted.removeprefix("self."), set()).add(one.name)
    asking: dict[str, list[tree.While | tree.If]] = {}
    for node in tree.walk(caller, into_functions=False):
        if isinstance(node, (tree.While, tree.If)):
            for name in _asked_whether_none(node.test):
                asking.setdefault(name, []).append(node)
    return {
        method: (names, sorted((one for name in names for one in asking.get(name, ())), key=lambda one: one.start))
        for method, names in held.items()
    }


def _asked_whether_none(test: tree.Expression) -> Iterator[str]:
    """The names of `image is None` and `not image`."""
    if isinstance(test, tree.UnaryOp) and test.op == "not" and isinstance(test.operand, tree.Name):
        yield test.operand.id
    if isinstance(test, tree.Compare) and test.ops == ["is"] and _is_none(test.comparators[0]):
        yield tree.dotted(test.left) or ""


def _goes_on(file: File, body: list[tree.Statement], held: set[str]) -> tree.Node | None:
    """What draws another index, or asks the dataset for another sample; `image = ...` makes up what is missing."""
    for part in body:
        for one in assignments_in(part, into_functions=False):
            is_index = isinstance(one.target, tree.Name) and one.name not in held
            if is_index and one.value is not None and _is_drawn(file, one.value):
                return one.node
        for name, index, call in _asked(part):
            if name == _GETS and not isinstance(index, tree.Name):
                return call
    return None


def _asked(part: tree.Node) -> Iterator[tuple[str, tree.Expression, tree.Node]]:
    """The methods of `self` that are called with an index, and `self[index]`."""
    for node in tree.walk(part, into_functions=False):
        if isinstance(node, tree.Subscript) and tree.dotted(node.value) == "self":
            yield _GETS, node.index, node
        is_own = isinstance(node, tree.Call) and (tree.dotted(node.func) or "").startswith("self.")
        if isinstance(node, tree.Call) and is_own and len(node.args) == 1 and not node.args[0].star:
            yield tree.last_name(node.func), node.args[0].value, node


def _is_drawn(file: File, node: tree.Node) -> bool:
    calls = (one for one in tree.walk(node) if isinstance(one, tree.Call))
    return any(_DRAWS.search(file.tree.text_of(call.func)) for call in calls)


def _is_none(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value is None
