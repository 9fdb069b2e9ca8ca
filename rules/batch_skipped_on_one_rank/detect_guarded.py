"""Backwards that a rank leaves out where its own numbers do not allow them: `if torch.isfinite(loss): ...`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.origins import Origin
from torchlint.queries import View, distributed, training
from torchlint.syntax import tree

from .detect import is_made_in, is_of_own_numbers, may_agree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LonelyBackward(View):
    """The condition on which a rank runs a backward."""

    backward: View
    wrapper: Origin | None  # where the model of the step was wrapped; None where another one of the program is


def lonely_backwards(file: File) -> Iterator[LonelyBackward]:
    """The first of each step, in source order."""
    seen = set[tree.Node]()
    for call in file.tree.all(tree.Call):
        step = file.tree.above(call, *tree.Loops, *tree.Scope)
        if not isinstance(step, (*tree.Loops, tree.FunctionDef)) or not training.leads_to_backward(file, call):
            continue
        choice = next((one for one in _guards(file, call, step) if _is_own(file, one.test, step)), None)
        if step in seen or choice is None or may_agree(file, step, choice):
            continue
        wrapper = distributed.ddp_wrapping_in(file, step)
        if wrapper is not None or distributed.may_be_spread(file):
            seen.add(step)
            yield LonelyBackward(file, choice.test, View(file, call), wrapper)


def _guards(file: File, call: tree.Call, step: tree.Node) -> Iterator[tree.If]:
    """The conditions in a step without which nothing runs a backward, from the inside out."""
    for choice, branch in file.tree.branches(call, tree.If).items():
        if isinstance(choice, tree.If) and step.start <= choice.start and branch == "body":
            if not _runs_backward(file, choice.orelse):
                yield choice


def _is_own(file: File, test: tree.Expression, step: tree.Node) -> bool:
    """Whether a condition may hold on one rank alone, as it asks for numbers of the step or for its loss."""
    return is_of_own_numbers(file, test, step) or _is_of_missing_loss(file, test, step)


def _runs_backward(file: File, body: list[tree.Statement]) -> bool:
    calls = (n for statement in body for n in tree.walk(statement) if isinstance(n, tree.Call))
    return any(training.leads_to_backward(file, call) for call in calls)


def _is_of_missing_loss(file: File, test: tree.Expression, step: tree.Node) -> bool:
    """Whether it is asked for `loss is not None`, where the function that computes it may return None."""
    if not isinstance(test, tree.Compare) or test.ops != ["is not"] or not isinstance(test.left, tree.Name):
        return False
    none = test.comparators[0]
    if not isinstance(none, tree.Constant) or none.value is not None or not is_made_in(file, test.left, step):
        return False
    values = [one.value for one in reaching_definitions(file.tree, test.left) if one is not None]
    if len(values) != 1 or not isinstance(values[0], tree.Call):
        return False
    return any(map(_may_return_none, file.facts.functions.get(values[0], ())))


def _may_return_none(function: Function) -> bool:
    """Whether a function returns None on some way, and something else on another."""
    if not isinstance(function.node, tree.FunctionDef):
        return False
    syntax, found = function.unit.tree, set[bool]()
    for returned in syntax.own(function.node, tree.Return):
        values: list[tree.Node | None] = [returned.value]
        if isinstance(returned.value, tree.Name):
            values = [one.value if one is not None else None for one in reaching_definitions(syntax, returned.value)]
        found |= {isinstance(value, tree.Constant) and value.value is None for value in values}
    return found == {True, False}
