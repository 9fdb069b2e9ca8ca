"""Steps that apply their own loss's gradients together with those that another model's loss has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.domain.provenance import all_origins
from torchlint.flow.training_trace import Step
from torchlint.queries import training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


class MixedStep(NamedTuple):
    """A step whose optimizer has the gradients of two losses, one of which is another optimizer's."""

    step: training.StepView
    own: training.StepView  # the backward of its own loss
    other: training.StepView  # the backward of the other optimizer's loss
    is_after: bool  # whether its own comes after that
    is_sure: bool  # whether that optimizer has stepped in between: the losses are no two terms of one


def mixed_steps(file: File) -> Iterator[MixedStep]:
    """One for each such backward, in source order."""
    found: dict[tree.Node, MixedStep] = {}
    for loop in training.trainings(file):
        if len(loop.optimizers) < 2:
            continue
        for step in loop.steps:
            if step.step.by == "closure" or not loop.is_known(step):
                continue
            mixed = _mixed(loop, step)
            if mixed is not None and (mixed.own.node not in found or mixed.is_sure):
                found[mixed.own.node] = mixed
    yield from sorted(found.values(), key=lambda one: one.own.node.start)


def _mixed(loop: training.Training, at: training.StepView) -> MixedStep | None:
    """What a step applies besides its own, if that is so each time, and the gradients are cleared before both."""
    found: list[MixedStep] = []
    for steps, place in loop.visits(at.step):
        since = _since_cleared(loop, steps[:place], at)
        if since is None:
            return None
        mixed = _of_two(loop, since, at)
        if mixed is not None:
            found.append(mixed)
    return found[0] if found else None


def _since_cleared(loop: training.Training, before: tuple[Step, ...], at: training.StepView) -> tuple[Step, ...] | None:
    """What happens between the clearing of an optimizer's gradients and its step; None if nothing clears them."""
    for place in range(len(before) - 1, -1, -1):
        one = before[place]
        if one.what != "step" and loop.clears(one, at.step):
            return before[place + 1 :] if one.what == "zero" else ()
        if one.what == "step" and loop.relations.of_one_optimizer(one, at.step) != "other":
            return ()  # gradients that were already applied, which another rule reports
    return None


def _of_two(loop: training.Training, since: tuple[Step, ...], at: training.StepView) -> MixedStep | None:
    """The two backwards whose gradients a step applies, if one is of another optimizer's loss."""
    relations = loop.relations
    losses = [n for n, one in enumerate(since) if one.what == "backward" and relations.feeds(one, at.step) == "same"]
    others = [s for s in loop.all if s.what == "step" and relations.of_one_optimizer(s, at.step) == "other"]
    for other in others:
        for first in losses:
            if not _goes_through(loop, since[first], other, at):
                continue
            stepped = next((n for n in range(first, len(since)) if _is_of(loop, since[n], other)), len(since))
            rest = [s for s in others if relations.of_one_optimizer(s, other) != "same"]
            own = [n for n in losses if n != first and not any(relations.feeds(since[n], s) == "same" for s in rest)]
            after = next((n for n in own if n > stepped), None)
            if after is not None:
                return _shown(loop, at, since[after], since[first], (True, True))
            alone = [n for n in own if relations.feeds(since[n], other) != "same"]
            if alone:
                return _shown(loop, at, since[alone[0]], since[first], (alone[0] > first, False))
    return None


def _is_of(loop: training.Training, one: Step, other: Step) -> bool:
    return one.what == "step" and loop.relations.of_one_optimizer(one, other) == "same"


def _shown(
    loop: training.Training, at: training.StepView, own: Step, other: Step, order: tuple[bool, bool]
) -> MixedStep | None:
    """The same as views, with whether its own comes after the other, and is sure; None for a backward elsewhere."""
    first, second = loop.shown(own), loop.shown(other)
    return MixedStep(at, first, second, *order) if first is not None and second is not None else None


def _goes_through(loop: training.Training, backward: Step, other: Step, at: training.StepView) -> bool:
    """Whether a loss is what an optimizer's own, trainable model says of the output of the other optimizer's model."""
    relations = loop.relations
    if loop.view(backward).argument(-1, "inputs") is not None:
        return False  # only these get gradients
    ours, theirs = (relations.held_by(relations.optimizers(s.subject)).models for s in (at.step, other))
    calls = {fact.origin: fact for fact in loop.file.facts.forwards}
    for origin in all_origins(backward.subject):
        fact = calls.get(origin)
        if fact is None or fact.frozen or fact.model.source is None:
            continue
        if relations.share(frozenset((fact.model.source,)), ours):
            given = [calls[o] for value in fact.given for o in all_origins(value) if o in calls]
            sources = frozenset(one.model.source for one in given if one.model.source is not None)
            if relations.share(sources, theirs):
                return not _is_given_to_freeze(loop.file, fact.model.source)
    return False


def _is_given_to_freeze(file: File, model: tree.Node) -> bool:
    """Whether a model is passed to what sets `requires_grad`, and not to True: `set_requires_grad(d, False)`."""
    for call in file.tree.all(tree.Call):
        given = [value for part in call.args if (value := file.facts.values.get(part.value)) is not None]
        if not any(one.source is model for value in given for one in (value, *value.elements)):
            continue
        if any(tree.is_true(part.value) for part in call.args):
            continue
        bodies = [one.unit.tree.text_of(one.node) for one in file.facts.functions.get(call, ())]
        if any("requires_grad" in body for body in bodies or [tree.last_name(call.func).lower()]):
            return True
    return False
