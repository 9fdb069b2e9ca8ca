"""Functions that take one step, and that nobody here calls, in projects that never clear gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.flow.framework_callbacks import does_itself
from torchlint.queries import testing, training
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

from .detect_clearing import is_cleared_by_own_code, is_cleared_somewhere

if TYPE_CHECKING:
    from torchlint.queries import File


def uncleared(file: File) -> Iterator[StepView]:
    """Their steps, in source order: whoever calls such a function does so for each batch."""
    if testing.is_test_module(file):
        return
    called = {function.node for functions in file.facts.functions.values() for function in functions}
    for loop in training.trainings(file):
        if loop.is_loop or not isinstance(loop.node, tree.FunctionDef) or loop.node in called:
            continue
        for step in loop.steps:
            if loop.is_known(step) and loop.is_fed(step) and not _is_made_here(loop, step):
                if step.step.by != "closure" and not training.may_be_cleared(loop, step):
                    if is_cleared_somewhere(file):
                        return
                    yield step


def uncleared_by_hand(file: File) -> Iterator[StepView]:
    """The steps of methods that a framework calls for each batch, in classes that step by themselves, in source order.

    Lightning clears nothing where `automatic_optimization` is off.
    """
    if is_cleared_by_own_code(file):
        return
    for loop in training.trainings(file):
        function = file.analysis.functions.get(loop.node) if isinstance(loop.node, tree.FunctionDef) else None
        step = function.owner.callback(function.name) if function is not None and function.owner is not None else None
        if function is None or step is None or not step.per_batch or not does_itself(function, step):
            continue
        for at in loop.steps:
            is_fed = loop.is_fed(at) or loop.is_fed_by_library(at)
            if at.step.subject.kind == "optimizer" and is_fed and not training.may_be_cleared(loop, at):
                yield at


def _is_made_here(loop: Training, step: StepView) -> bool:
    """Whether each call makes an optimizer or parameters of its own, so that it finds no old gradients."""
    inside = set(tree.walk(loop.node))
    made = {origin.node for origin in loop.relations.optimizers(step.step.subject)}
    return bool(made & inside) or loop.is_over_new_models(step)
