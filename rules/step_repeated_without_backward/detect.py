"""Steps of an optimizer that follow another of its steps, with no backward in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import training
from torchlint.queries.training import StepView, Training

if TYPE_CHECKING:
    from torchlint.flow.training_trace import Step
    from torchlint.queries import File

# What calls backward() itself, or leaves the step out.
_BY_OTHERS = ("closure", "engine", "library")


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedStep:
    """A step that has only the gradients which the step before has applied already."""

    first: StepView
    second: StepView
    is_sure: bool  # whether both are certainly an optimizer's


def repeated_steps(file: File) -> Iterator[RepeatedStep]:
    """Each of them, in the order of the training loops."""
    reported = set()
    for loop in training.trainings(file):
        for second in loop.steps:
            first = _applied_before(loop, second)
            if first is not None and second.node not in reported:
                reported.add(second.node)
                yield RepeatedStep(first, second, loop.is_known(second))


def _applied_before(loop: Training, at: StepView) -> StepView | None:
    """The step of the same optimizer that surely comes before another one, with the same gradients."""
    relations, second = loop.relations, at.step
    if second.by in _BY_OTHERS or not (loop.is_known(at) or not loop.may_be_other(at)):
        return None
    found: Step | None = None
    for steps, place in loop.visits(second):
        found = _last_step(loop, steps[:place], second)
        if found is None:
            return None
    is_fed = any(one.what == "backward" and relations.feeds(one, second) != "other" for one in loop.all)
    return loop.view(found) if found is not None and is_fed else None


def _last_step(loop: Training, before: tuple[Step, ...], second: Step) -> Step | None:
    """The step right before, of whatever else concerns gradients."""
    for one in reversed(before):
        if one.what == "backward" and loop.relations.may_feed(one, second):
            return None
        if one.what == "unseen" and loop.may_differentiate(one):
            return None
        if one.what in ("write", "foreign"):
            return None
        if one.what == "zero" and loop.relations.clears(one, second) != "other":
            return None  # a step without gradients, of which another rule speaks
        if one.what == "step" and loop.relations.of_one_optimizer(one, second) == "same":
            return one if one.node is not second.node and one.by not in _BY_OTHERS else None
    return None
