"""Updates of a GradScaler that come too early where functions or methods scale the losses, or let optimizers step."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.flow.training_trace import Step, StepKind
from torchlint.queries.training import Training, trainings
from torchlint.syntax import tree

from .detect import EarlyUpdate

if TYPE_CHECKING:
    from torchlint.queries import File

_SCALED: frozenset[StepKind] = frozenset(("backward", "step", "update", "unseen"))


def early_updates(file: File) -> Iterator[EarlyUpdate]:
    """Such updates, each with the step that comes next, in source order."""
    found: dict[tree.Call, tree.Node] = {}
    for loop in trainings(file):
        for update in loop.all:
            if update.what == "update" and file.holds(update.node) and isinstance(update.node, tree.Call):
                step = _applied_later(loop, update) if update.node not in found else None
                if step is not None and file.holds(step.node):
                    found[update.node] = step.node
    for node, next_step in sorted(found.items(), key=lambda item: item[0].start):
        yield EarlyUpdate(file, node, next_step)


def _applied_later(loop: Training, update: Step) -> Step | None:
    """The step after an update that, on each path with both, applies gradients which were scaled before."""
    found: Step | None = None
    for steps, place in loop.visits(update, _SCALED):
        following = next((s for s in steps[place + 1 :] if s.what != "step" or s.by == "scaler"), None)
        if following is None:
            continue
        if following.what != "step" or not _is_of_one_scaler(loop.file, following, update):
            return None  # scaled again, or by code that is not followed
        if not _waits(loop, following, steps[:place], update):
            return None
        found = following
    return found


def _waits(loop: Training, step: Step, before: tuple[Step, ...], update: Step) -> bool:
    """Whether the gradients of a step were scaled since the update before the last, and another step was made since."""
    has_stepped = False
    for one in reversed(before):
        if one.what == "step" and one.by == "scaler":
            if loop.relations.of_one_optimizer(one, step) != "other" and _text(one) == _text(step):
                return False
            has_stepped = True
        elif one.what == "update" and _is_of_one_scaler(loop.file, one, update):
            return False
        elif one.what == "backward" and loop.relations.feeds(one, step) != "other":
            return has_stepped and _is_scaled_by(loop.file, one, update)
    return False


def _is_scaled_by(file: File, backward: Step, update: Step) -> bool:
    """Whether the scaler that is updated has scaled a loss."""
    scaled = [one.node for one in all_origins(backward.subject) if one.what == "scaled"]
    return len(scaled) == 1 and _scaler(file, scaled[0]) == _scaler(file, update.node)


def _is_of_one_scaler(file: File, one: Step, other: Step) -> bool:
    return _scaler(file, one.node) == _scaler(file, other.node)


def _scaler(file: File, node: tree.Node) -> Hashable:
    """Which scaler a method is called on: where it was made, or else its name."""
    func = node.func if isinstance(node, tree.Call) else None
    if not isinstance(func, tree.Attribute):
        return node
    value = file.facts.values.get(func.value)
    made = frozenset(one.node for one in value.origins if one.what == "scaler") if value is not None else frozenset()
    return made or tree.dotted(func.value) or node


def _text(step: Step) -> str | None:
    """What a scaler lets step, as it is written."""
    given = tree.positional(step.node, 0) if isinstance(step.node, tree.Call) else None
    return tree.dotted(given) if given is not None else None
