"""Clips by `torch.nn.utils` of gradients whose loss a library scaled in its `backward`."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.flow.training_trace import Step, StepKind
from torchlint.knowledge.precision_settings import PRECISIONS, Precision
from torchlint.queries import CallView, training
from torchlint.syntax import tree

_AROUND_A_CLIP: frozenset[StepKind] = frozenset(("backward", "unscale", "write"))


class LibraryClip(NamedTuple):
    """What to call instead of a clip, and whether the library certainly scales the loss."""

    instead: str
    is_sure: bool


def library_clip(loop: training.Training, clip: training.StepView) -> LibraryClip | None:
    """How to clip gradients that a library has scaled; None if it unscales them, or scales none."""
    if clip.step.by or not any(name.startswith("torch.nn.utils.") for name in clip.names):
        return None  # by the library's own method, or one of something else
    backward = _backward_before(loop, clip)
    by = loop.view(backward).receiver if backward is not None and loop.file.holds(backward.node) else None
    if by is None or not isinstance(by.value.ref, str) or by.value.kind != "framework":
        return None
    setting = PRECISIONS.get(by.value.ref)
    if setting is None or any(True for _ in loop.file.calls(f"{by.value.ref}.{setting.unscales}")):
        return None
    is_scaled = _is_scaled(loop, by.value.source, setting)
    name = clip.node.func if isinstance(clip.node, tree.Call) else clip.node
    instead = setting.clips or tree.last_name(name)
    return LibraryClip(f"{by}.{instead}", is_scaled) if is_scaled is not None else None


def _backward_before(loop: training.Training, clip: training.StepView) -> Step | None:
    """The library's backward that comes last before a clip, on each path on which anything is differentiated."""
    found: Step | None = None
    for steps, place in loop.visits(clip.step, _AROUND_A_CLIP | {"clip"}):
        before = next((s for s in reversed(steps[:place]) if s.what in _AROUND_A_CLIP), None)
        if before is None:
            continue  # nothing is differentiated on this path
        if before.what != "backward" or before.by != "library":
            return None
        found = before
    return found


def _is_scaled(loop: training.Training, made: object, setting: Precision) -> bool | None:
    """Whether a library's object scales losses: certainly, perhaps (None: not)."""
    if not isinstance(made, tree.Call) or not loop.file.holds(made):
        return False
    call = CallView(loop.file, made)
    name, value = setting.on_cpu
    runs_on = call.argument(-1, name)
    if runs_on is not None and runs_on.is_literally == value:
        return None
    given = call.argument(setting.position, setting.name)
    if given is None:
        return False if call.has_stars or setting.is_configured_elsewhere else None
    if isinstance(given.node, tree.Constant) and given.node.value is not None:
        return True if f"{given.node.value}" in setting.scaled else None
    return False
