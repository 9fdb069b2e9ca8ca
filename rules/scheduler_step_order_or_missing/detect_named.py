"""Schedulers that come first where what they are, or what has run before, is not seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.flow.training_trace import Repeat, Step, Trace, level, steps_of
from torchlint.queries.training import StepView, paths
from torchlint.syntax import tree

from .detect import ScheduleView, steps_until

if TYPE_CHECKING:
    from torchlint.queries import File


def first_schedules(file: File) -> Iterator[ScheduleView]:
    """Where a loop, or a function that trains for an epoch, steps a scheduler before any optimizer, in source order."""
    found: dict[tree.Node, ScheduleView] = {}
    for node, entry in file.analysis.tracer.entries:
        loops = list(_loops(entry))
        for loop in loops:
            inside = set(steps_of(loop.body))
            if not any(step.what == "step" for step in steps_until(entry, loop) if step not in inside):
                found |= {view.node: view for view in _first(file, loop.body, inside)}
        repeated = {step for loop in loops for step in steps_of(loop.body)}
        if isinstance(node, tree.FunctionDef) and any(step.what == "step" for step in repeated):
            once = set(steps_of(entry)) - repeated  # a loop that only steps a scheduler goes on from an earlier run
            found |= {view.node: view for view in _first(file, entry, once)}
    return iter(sorted(found.values(), key=lambda view: view.node.start))


def _loops(trace: Trace) -> Iterator[Repeat]:
    for part in level(trace):
        if isinstance(part, Repeat):
            yield part
            yield from _loops(part.body)


def _first(file: File, body: Trace, among: set[Step]) -> Iterator[ScheduleView]:
    """The steps of schedulers, among these, that come before those of optimizers on each path that has both."""
    for schedule in steps_of(body):
        if schedule not in among or not _is_plain(schedule) or not file.holds(schedule.node):
            continue
        first: Step | None = None

        def matters(step: Step, one: Step = schedule) -> bool:
            return step is one or step.what == "step"

        for way in paths(body, matters):
            stepped = next((i for i, step in enumerate(way.steps) if step.what == "step"), None)
            if stepped is None:
                continue
            if schedule not in way.steps[:stepped]:
                break  # skipped in some passes, for example the first
            first = way.steps[stepped]
        else:
            if first is not None and file.holds(first.node) and not _is_made_without_optimizer(file, schedule.node):
                yield ScheduleView(file, schedule.node, schedule, StepView(file, first.node, first))


def _is_plain(step: Step) -> bool:
    """Whether a scheduler of PyTorch's steps, or an object that is named like one, without an epoch or a loss."""
    return step.what == "schedule" and step.subject.kind in ("scheduler", "unknown") and not step.by


def _is_made_without_optimizer(file: File, stepped: tree.Node) -> bool:
    """Whether what steps is an object that got no optimizer: `MomentumScheduler(net)` changes no learning rate."""
    called = stepped.func if isinstance(stepped, tree.Call) else None
    name = tree.dotted(called.value) if isinstance(called, tree.Attribute) else None
    made = [one.value for one in assignments_to(file.tree, file.tree.root, name)] if name is not None else []
    return bool(made) and all(value is not None and _is_constructed_alone(file, value) for value in made)


def _is_constructed_alone(file: File, made: tree.Expression) -> bool:
    """Whether this constructs an object, by the name of its class, and is given no optimizer."""
    if not isinstance(made, tree.Call) or not made.args or any(argument.star for argument in made.args):
        return False
    given = [argument.value for argument in made.args]
    named = [tree.last_name(value).lower() for value in given] + [argument.keyword or "" for argument in made.args]
    takes = any(file.value(value).value.kind == "optimizer" for value in given) or any("opt" in name for name in named)
    return tree.last_name(made.func)[:1].isupper() and not takes
