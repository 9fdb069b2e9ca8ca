"""Backwards that a rank leaves out where its own numbers do not allow them: `if torch.isfinite(loss): ...`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.origins import Origin
from torchlint.queries import View, distributed, training
from torchlint.syntax import tree

from .detect import is_of_own_numbers, may_agree
from .detect_missing import is_of_missing_loss

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
    return is_of_own_numbers(file, test, step) or is_of_missing_loss(file, test, step, "is not")


def _runs_backward(file: File, body: list[tree.Statement]) -> bool:
    calls = (n for statement in body for n in tree.walk(statement) if isinstance(n, tree.Call))
    return any(training.leads_to_backward(file, call) for call in calls)
