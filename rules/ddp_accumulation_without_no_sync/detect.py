"""Passes of an accumulation in which DistributedDataParallel averages gradients that no step is made with yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.flow.model_wrappers import DDP, is_called_through_ddp
from torchlint.queries import View, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.training import StepView

# What leaves the averaging out: the context, and the attribute that it sets.
_LEAVES_OUT = ("no_sync", "require_backward_grad_sync")


@dataclass(frozen=True, slots=True, eq=False)
class AveragedPass(View):
    """A backward that averages in each pass."""

    step: View  # the optimizer's step, in some of the passes


def averaged_passes(file: File) -> Iterator[AveragedPass]:
    """One for each loop that accumulates gradients of a wrapped model, in source order."""
    if not any(fact.wrapper == DDP for fact in file.facts.model_wrappers):
        return
    if any(file.analysis.mentions(name) for name in _LEAVES_OUT):
        return  # only in the last pass before each step, as far as the code shows
    wrapped = {fact.origin for fact in file.facts.forwards if is_called_through_ddp(fact.model)}
    found: dict[tree.Node, AveragedPass] = {}
    for loop in training.trainings(file):
        for step in loop.steps:
            is_every_few = training.Windows(loop).is_every_few_passes(step)
            for one in loop.own:
                is_plain = one.what == "backward" and not one.by and file.holds(one.node)
                if not is_plain or not (is_every_few or _is_repeated_before(file, one.node, step)):
                    continue  # the step comes in each pass
                if not wrapped.isdisjoint(all_origins(one.subject)):
                    found.setdefault(one.node, AveragedPass(file, one.node, step))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _is_repeated_before(file: File, backward: tree.Node, step: StepView) -> bool:
    """Whether a loop that the step comes after runs the backward: the micro-batches of one step."""
    around = file.tree.above(backward, *tree.Loops, tree.FunctionDef)
    if not isinstance(around, tree.Loops) or training.is_range_of_one(around):
        return False
    return not file.is_within(step.node, around) and step.node.start > around.end
