"""Losses that a function of the project may leave out, so that its caller asks for None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_of_missing_loss(file: File, test: tree.Expression, step: tree.Node, operator: str) -> bool:
    """Whether it is asked for `loss is None`, or `is not`, where the function that computes it may return None."""
    if not isinstance(test, tree.Compare) or test.ops != [operator] or not isinstance(test.left, tree.Name):
        return False
    none = test.comparators[0]
    if not isinstance(none, tree.Constant) or none.value is not None or not is_made_in(file, test.left, step):
        return False
    values = [one.value for one in reaching_definitions(file.tree, test.left) if one is not None]
    if len(values) != 1 or not isinstance(values[0], tree.Call):
        return False
    functions = file.facts.functions.get(values[0], ())
    return any(_may_return_none(one) and _is_for_batch(file, one, values[0], step) for one in functions)


def is_made_in(file: File, name: tree.Node, loop: tree.Node) -> bool:
    """Whether a name is given its value in the pass: assigned, or taken out of what is looped over."""
    reaching = reaching_definitions(file.tree, name) if isinstance(name, tree.Name) else ()
    return bool(reaching) and all(one is not None and loop.start <= one.node.start < loop.end for one in reaching)


def _may_return_none(function: Function) -> bool:
    """Whether a function returns None on some way, and something else on another."""
    if not isinstance(function.node, tree.FunctionDef):
        return False
    syntax, found = function.unit.tree, set[bool]()
    for returned in syntax.own(function.node, tree.Return):
        if returned.value is None:
            found.add(True)  # `return`
            continue  # there is no expression to look at
        values: list[tree.Node | None] = [returned.value]
        if isinstance(returned.value, tree.Name):
            values = [one.value if one is not None else None for one in reaching_definitions(syntax, returned.value)]
        found |= {isinstance(value, tree.Constant) and value.value is None for value in values}
    return found == {True, False}


def _is_for_batch(file: File, function: Function, call: tree.Call, step: tree.Node) -> bool:
    """Whether the batch may decide on which way a function returns, and not only settings or the number of the step."""
    node, syntax = function.node, function.unit.tree
    assert isinstance(node, tree.FunctionDef)
    tests = [one.test for one in syntax.own(node, tree.If) if any(isinstance(p, tree.Return) for p in tree.walk(one))]
    given = function.passed_by(call)
    names = [name for test in tests for name in tree.walk(test) if isinstance(name, tree.Name)]
    for name in names:
        for made in reaching_definitions(syntax, name):
            if made is not None and made.kind != "parameter":
                return True  # computed in the function
            passed = given.get(name.id) if made is not None else None
            read = [one for one in tree.walk(passed) if isinstance(one, tree.Name)] if passed is not None else []
            if any(is_made_in(file, one, step) and not _counts_passes(file, one) for one in read):
                return True
    return not tests  # by a handler of an error, say


def _counts_passes(file: File, name: tree.Name) -> bool:
    """Whether a name is the number of the pass: `step` of `for step, batch in enumerate(loader)`."""
    loops = [one.node for one in reaching_definitions(file.tree, name) if one is not None]
    for loop in loops:
        if not isinstance(loop, tree.For) or not isinstance(loop.iter, tree.Call):
            return False
        target = loop.target.elements[0] if isinstance(loop.target, tree.Tuple) else loop.target
        if tree.last_name(loop.iter.func) not in ("enumerate", "range") or tree.dotted(target) != name.id:
            return False
    return bool(loops)
