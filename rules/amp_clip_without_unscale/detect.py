"""Clips of gradients that are still scaled, and what unscales them later."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.queries import training


class ScaledClip(NamedTuple):
    """What unscales clipped gradients: this `scaler.step`, or the end of a `with` where that is None."""

    step: training.StepView | None
    is_sure: bool = True


def scaled_clip(loop: training.Training, clip: training.StepView) -> ScaledClip | None:
    """How gradients are scaled that are clipped here; None if they are not, or may not be."""
    if clip.step.by == "engine":
        return None  # unscales them itself
    scaling = training.Scaling(loop)
    if scaling.is_inside_a_scaled_with(clip):
        return ScaledClip(None)
    step = scaling.step_after(clip)
    if step is None:
        return None
    if scaling.clipped_backward(clip) is not None:
        return ScaledClip(step)
    if loop.file.analysis.mentions("unscale_") or not scaling.is_between_callers_backward_and_step(clip):
        return None
    if step.receiver is None or step.receiver.value.made_by == "disabled":
        return None  # neither scales nor unscales
    scaler = f"{step.receiver}"
    return ScaledClip(step, is_sure=any(f"{call.receiver}" == scaler for call in loop.file.method_calls("scale")))
