"""Backwards through graphs whose parameters an optimizer has changed in place."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.symbols import Class
from torchlint.domain.provenance import all_origins
from torchlint.flow.training_trace import Step, level, steps_of
from torchlint.queries.training.detaching_losses import detached_by_loss, is_part_of_unknown_loss
from torchlint.queries.training.trace_paths import paths
from torchlint.queries.training.training_loops import StepView, Training, is_range_of_one
from torchlint.syntax import tree


def stepped_graphs(loop: Training) -> Iterator[tuple[StepView, StepView, StepView, bool]]:
    """Each backward through a graph after an optimizer changed its parameters: (backward, forward, step, is sure).

    It is not sure if one of several outputs may have come from another part of the model, if a loss of an unknown
    class may detach it, or if the model returns its parameters: `log_alpha().exp()` needs only what `exp` gave.
    """
    reported = set()
    for steps in _orders(loop):
        for place, backward in enumerate(steps):
            if backward.what != "backward" or backward in reported:
                continue
            for forward, step in _changed(loop, steps[:place], backward):
                if not all(loop.file.holds(one.node) for one in (forward, step, backward)):
                    continue
                reported.add(backward)
                sure = not _gives_several(loop, forward) or _holds_whole(loop, step, forward)
                sure = sure and not is_part_of_unknown_loss(loop.file, backward.node)
                sure = sure and not _gives_parameters(forward)
                yield loop.view(backward), loop.view(forward), loop.view(step), sure
                break


def _orders(loop: Training) -> Iterator[tuple[Step, ...]]:
    """The steps of one pass, in each order; and of two passes, after the forwards in front of the loop.

    A graph that is made in front of a loop is the same in each pass. One that an earlier pass made doesn't count: where
    it meets a later one, another condition may have been true, and nothing says that both can.
    """
    ways = paths(loop.body, lambda step: step.what == "forward" or step.what in ("backward", "step"))
    yield from (path.steps for path in ways)
    if not loop.is_loop or is_range_of_one(loop.node) or not ways:
        return
    inside = set(loop.all)
    wanted = frozenset().union(*(all_origins(step.subject) for step in loop.all if step.what == "backward"))
    outside = (step for step in _around(loop) if step.what == "forward" and step not in inside)
    given = tuple(step for step in outside if step.subject.origins & wanted and not _gives_parameters(step))
    if given:
        for before in ways:
            if before.comes_around and any(step.what == "step" for step in before.steps):
                steps = tuple(step for step in before.steps if step.what == "step")
                yield from ((*given, *steps, *path.steps) for path in ways)


def _gives_parameters(forward: Step) -> bool:
    """Whether a model returns its parameters as they are, so that no graph is between them and the output."""
    cls = forward.subject.ref
    method = cls.method("forward") if isinstance(cls, Class) else None
    returned = [n.value for n in method.unit.tree.own(method.node, tree.Return)] if method is not None else []
    return bool(returned) and all(isinstance(value, tree.Attribute) for value in returned)


def _around(loop: Training) -> Iterator[Step]:
    """The steps of the code in which a loop is run: of a file, or of a function that is called from elsewhere."""
    for _, entry in loop.file.analysis.tracer.entries:
        if any(part is loop.around[0] for part in level(entry)):
            yield from steps_of(entry)


def _changed(loop: Training, before: tuple[Step, ...], backward: Step) -> Iterator[tuple[Step, Step]]:
    """The forwards whose graphs a backward passes through, each with a later step that changed its model."""
    wanted = {origin for origin in all_origins(backward.subject) if origin.what == "forward"}
    wanted -= detached_by_loss(loop.file, backward.node)
    renewed: set[tree.Node | None] = set()
    for place in range(len(before) - 1, -1, -1):
        if not wanted:
            return
        forward = before[place]
        if forward.what != "forward" or not wanted & forward.subject.origins:
            continue
        wanted -= forward.subject.origins  # a later run of the same place has made another graph
        source = forward.subject.source
        if source in renewed:
            continue  # recomputed since; the first result was only an input of the second
        renewed.add(source)
        for step in before[place + 1 :]:
            if step.what == "step" and source is not None and _changes(loop, step, source):
                yield forward, step


def _changes(loop: Training, step: Step, source: tree.Node) -> bool:
    """Whether an optimizer's step certainly changes a model's parameters."""
    relations = loop.relations
    held = relations.held_by(relations.optimizers(step.subject))
    if not relations.is_one(step.subject) or relations.are_several(held.models):
        return False
    return held.is_all and bool(held.models & relations.parts(source))


def _holds_whole(loop: Training, step: Step, forward: Step) -> bool:
    """Whether an optimizer has all of a model's parameters, not only some."""
    return forward.subject.source in loop.relations.held_by(loop.relations.optimizers(step.subject)).models


def _gives_several(loop: Training, forward: Step) -> bool:
    """Whether a call of a model returns several outputs."""
    made = loop.file.facts.values.get(forward.node)
    return made is not None and made.kind in ("tuple", "list", "dict")
