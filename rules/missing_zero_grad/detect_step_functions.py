"""Functions that take one step, and that nobody here calls, in projects that never clear gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import testing, training
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

from .detect_clearing import is_cleared_somewhere

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


def _is_made_here(loop: Training, step: StepView) -> bool:
    """Whether each call makes an optimizer or parameters of its own, so that it finds no old gradients."""
    inside = set(tree.walk(loop.node))
    made = {origin.node for origin in loop.relations.optimizers(step.step.subject)}
    return bool(made & inside) or loop.is_over_new_models(step)
