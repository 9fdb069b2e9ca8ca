"""Clips of gradients that are still scaled, and what unscales them later."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.queries import ExpressionView, training


class ScaledClip(NamedTuple):
    """What unscales clipped gradients: this `scaler.step`, or the end of a `with` where that is None."""

    step: training.StepView | None
    is_sure: bool = True


def scaled_clip(loop: training.Training, clip: training.StepView) -> ScaledClip | None:
    """How gradients are scaled that are clipped here; None if they are not, or may not be."""
    scaling = training.Scaling(loop)
    by_method = clip.step.by == "engine"  # of an engine, which has a scaler of its own, or of a sharded model
    if scaling.is_inside_a_scaled_with(clip):
        return None if by_method else ScaledClip(None)
    step = scaling.step_after(clip)
    if step is None or (by_method and (not loop.file.holds(step.node) or _is_given(clip, step.receiver))):
        return None
    if scaling.clipped_backward(clip) is not None:
        return ScaledClip(step, is_sure=not by_method)
    if loop.file.analysis.mentions("unscale_") or not scaling.is_between_callers_backward_and_step(clip):
        return None
    if step.receiver is None or step.receiver.value.made_by == "disabled":
        return None  # neither scales nor unscales
    if not loop.file.holds(step.node):
        return None
    scaler = f"{step.receiver}"
    is_scaled = any(f"{call.receiver}" == scaler for call in loop.file.method_calls("scale"))
    return ScaledClip(step, is_sure=is_scaled and not by_method)


def _is_given(clip: training.StepView, scaler: ExpressionView | None) -> bool:
    """Whether a method that clips gets the scaler, by which it may unscale first."""
    return scaler is None or any(f"{given}" == f"{scaler}" for given in clip.positional)
