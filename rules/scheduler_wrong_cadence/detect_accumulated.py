"""Schedulers beside gradient accumulation: they step once for several batches and count all, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.flow.training_trace import Repeat, Step
from torchlint.queries import CallView, ExpressionView, View, devices, training
from torchlint.syntax import tree

from .detect import gone_over, horizons, is_length, made_here, schedules, spelled_out, steps_here
from .detect_numbers import names_of

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True)
class Accumulated(CallView):
    """A call of a scheduler's step in some passes of a loop, where the scheduler expects one for each."""

    horizon: ExpressionView
    every: View  # the number of passes between two steps

    @property
    def is_sure(self) -> bool:
        """Whether several passes surely go by: the number is written."""
        number = tree.integer_literal(resolved_expression(self.file.tree, self.every.node))
        return number is not None and number > 1


@dataclass(frozen=True)
class Hasty(CallView):
    """A call of a scheduler's step in each pass of a loop, where the scheduler expects one for each optimizer step."""

    horizon: ExpressionView
    every: str  # the number of passes between two steps of the optimizer


def hasty(file: File) -> Iterator[Hasty]:
    """Each such call, in source order: of `T_max=epochs * len(loader) // k`, where the optimizer steps every `k`."""
    found: dict[tree.Node, Hasty] = {}
    intervals: dict[tree.Node, str] = {step.batches: str(step.every) for step in training.interval_steps(file)}
    for step, made, loop in _made_and_stepped(file) if intervals else ():
        every = intervals.get(loop.node)
        if every is None or not steps_here(file, step, loop.body):
            continue
        horizon = next((one for one in horizons(made) if _is_divided_by(file, one.node, every)), None)
        if horizon is not None and devices.is_in_every_pass(View(file, step.node), View(file, loop.node)):
            found[step.node] = Hasty(file, step.node, horizon, every)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def accumulated(file: File) -> Iterator[Accumulated]:
    """Each such step, in source order; none where a division makes the horizon another number."""
    found: dict[tree.Node, Accumulated] = {}
    loops = {one.node: one for one in training.trainings(file) if one.is_loop}
    for step, made, around in _made_and_stepped(file):
        loop = loops.get(around.node)
        if loop is None or step.node in found:
            continue
        every = training.Windows(loop).passes_between(step.node)
        horizon = next((one for one in horizons(made) if _is_of_all_batches(file, one.node, loop.node)), None)
        if horizon is not None and len(every) == 1 and tree.integer_literal(every[0]) != 1:
            found[step.node] = Accumulated(file, step.node, horizon, View(file, every[0]))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _made_and_stepped(file: File) -> Iterator[tuple[Step, CallView, Repeat]]:
    """The steps of schedulers that this file makes, each with what makes it and the innermost loop around the step."""
    for _, entry in file.analysis.tracer.entries:
        for step, around in schedules(entry, ()):
            made = made_here(file, step) if around and file.holds(step.node) and not step.by else None
            if made is not None:
                yield step, made, around[-1]


def _is_divided_by(file: File, horizon: tree.Node, every: str) -> bool:
    """Whether a number is a quotient: `epochs * len(loader) // every`."""
    divisions = (n for n in spelled_out(file, horizon) if isinstance(n, tree.BinaryOp) and n.op in ("/", "//"))
    return any(file.tree.text_of(division.right) == every for division in divisions)


def _is_of_all_batches(file: File, horizon: tree.Node, loop: tree.Node) -> bool:
    """Whether a number is the length of what a loop goes over, or a multiple: `epochs * len(loader)`."""
    computed = spelled_out(file, horizon)
    if any(isinstance(node, tree.BinaryOp) and node.op != "*" for node in computed):
        return False
    lengths = (node for node in computed if isinstance(node, tree.Call) and tree.dotted(node.func) != "int")
    counted = [tree.positional(call, 0) if is_length(call) else None for call in lengths]
    only = counted[0] if len(counted) == 1 else None
    return only is not None and not names_of(file, only).isdisjoint(gone_over(file, loop))
