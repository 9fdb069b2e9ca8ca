"""Outputs of a model that are not detached where another model is trained on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.domain.values import YES
from torchlint.flow.facts import ForwardFact
from torchlint.flow.training_trace import Step
from torchlint.queries import ExpressionView, View, training
from torchlint.queries.training import Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LiveFake(ExpressionView):
    """What a model is given with the graph of another one, in a step that trains only itself."""

    made: View  # the call of the other model
    step: View  # the optimizer that steps then


def live_fakes(file: File) -> list[LiveFake]:
    """Each such argument once, in source order."""
    found: dict[tree.Node, LiveFake] = {}
    for loop in training.trainings(file):
        backwards = [step for step in loop.all if step.what == "backward"]
        for backward, steps in _backwards(loop):
            if file.holds(steps[0].node):
                for one in _given_live(file, backward, steps, backwards):
                    found.setdefault(one.node, one)
    return sorted(found.values(), key=lambda one: one.node.start)


def _backwards(loop: Training) -> Iterator[tuple[Step, list[Step]]]:
    """Each backward that is followed by steps before the next one, if it is the only one for them."""
    order = [step for step in loop.all if step.what in ("backward", "zero", "step")]
    for place, backward in enumerate(order):
        later = order[place + 1 :]
        end = next((number for number, step in enumerate(later) if step.what != "step"), len(later))
        if backward.what == "backward" and not backward.is_by_library and end:
            yield backward, later[:end]


def _given_live(file: File, backward: Step, steps: list[Step], backwards: list[Step]) -> Iterator[LiveFake]:
    """The arguments of models that these steps train, which bring the graph of one that others train."""
    owned, origins = training.relations(file), all_origins(backward.subject)
    everything = owned.held_by(frozenset(file.analysis.tracer.optimizers))
    if not everything.is_all or not all(owned.is_one(step.subject) for step in steps):
        return
    held = owned.held_by(frozenset().union(*(owned.optimizers(step.subject) for step in steps)))
    others = [all_origins(one.subject) for one in backwards if one is not backward]
    facts = [(one, one.model.source) for one in file.facts.forwards if one.origin in origins]
    for fact, model in facts:
        if model is None or not owned.share(frozenset((model,)), held.models) or not file.holds(fact.node):
            continue
        for other, source in facts:
            if any(fact.origin in one and other.origin in one for one in others):
                continue  # the other model's own loss needs the graph: it was judged once for both
            models = frozenset((source,)) if source is not None else frozenset()
            is_trained = owned.share(models, everything.models) and not owned.share(models, held.models)
            argument = _argument(file, fact, other) if is_trained and file.holds(other.node) else None
            if argument is not None and not other.frozen:
                yield LiveFake(file, argument, View(file, other.node), View(file, steps[0].node))


def _argument(file: File, fact: ForwardFact, other: ForwardFact) -> tree.Node | None:
    """The argument of a model's call that has the graph of another's."""
    for given in fact.node.args:
        value = file.value(given.value).value
        if not given.star and value.grad == YES and other.origin in all_origins(value):
            return given.value
    return None
