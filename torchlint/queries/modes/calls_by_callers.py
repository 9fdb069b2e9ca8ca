"""Calls of models as the callers of their function see them, and one of each evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.domain.values import NO
from torchlint.flow.facts import ForwardFact
from torchlint.queries.memo import query
from torchlint.queries.modes.call_depth import depth_of
from torchlint.queries.modes.model_calls import ForwardView, forwards
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@query
def forwards_by_callers(file: File) -> list[ForwardView]:
    """Calls of models, where a function that some callers train with and others don't is seen as by the others."""
    return [one for forward in forwards(file) for one in _without_training(forward)]


def _without_training(forward: ForwardView) -> list[ForwardView]:
    """A forward as seen by each caller that doesn't train with it: `run(loader, train=False)`."""
    if not (forward.is_differentiated or forward.is_among_training):
        return [forward]
    callers: dict[tree.Node | None, list[ForwardFact]] = {}
    for fact in forward.events:
        if forward.is_apart(fact) or is_measured_beside_training(forward.file, fact):
            callers.setdefault(fact.where.called_from(depth_of(fact) - 1), []).append(fact)
    return [replace(forward, events=tuple(facts)) for facts in callers.values()] or [forward]


def is_measured_beside_training(file: File, fact: ForwardFact) -> bool:
    """Whether one call path has no gradients, in a caller's loop that only reads numbers of the output.

    An attribute that keeps the output may be differentiated elsewhere, with what a training step stores there.
    """
    depth, record = depth_of(fact), file.facts
    around = [loop for loop in fact.where.loops if loop.depth <= depth]
    if not depth or not around or fact.where.grad != NO or not around[-1].did <= {"forward"}:
        return False
    return fact.origin in record.detached and fact.origin in record.stored and fact.origin not in record.returned


def one_per_evaluation(forwards: Iterable[ForwardView]) -> list[ForwardView]:
    """The first sure forward of each evaluation, else its first one."""
    chosen: dict[object, ForwardView] = {}
    for forward in forwards:
        call = forward.evaluating_call.node if forward.is_shared_with_training else None
        key = (forward.function, forward.evaluation, call)
        before = chosen.get(key)
        if before is None or (forward.is_sure and not before.is_sure):
            chosen[key] = forward
    return list(chosen.values())
