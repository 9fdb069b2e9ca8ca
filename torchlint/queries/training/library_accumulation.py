"""Gradient accumulation by accelerate: `with accelerator.accumulate(model)`, whose optimizers skip most passes.

In the passes that only accumulate, a prepared optimizer ignores `step()` and `zero_grad()`. In the pass that steps it
obeys both, so a `zero_grad()` in front of that pass's backward throws away what the passes before have added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.training_trace import Step
from torchlint.queries.file import CallView
from torchlint.queries.training.trace_paths import paths
from torchlint.queries.training.training_loops import StepView, Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_ACCELERATOR = "accelerate.Accelerator"
_FABRIC = "lightning.fabric.Fabric.backward"
_STEPS = "gradient_accumulation_steps"
# What holds a number of passes besides. (`accelerate launch` can also say one, which no code shows.)
_PLUGINS = frozenset(("gradient_accumulation_plugin", "deepspeed_plugin", "deepspeed_plugins", "megatron_lm_plugin"))


def cleared_before_backward(loop: Training, at: StepView) -> StepView | None:
    """The zero_grad in front of the backward, in the `with accelerator.accumulate()` that this step is in."""
    around = _accumulating(at)
    if around is None or not loop.is_loop:
        return None
    inside = set(tree.walk(around))
    found: Step | None = None
    for path in paths(loop.body, lambda s: s.what in ("zero", "backward") or s is at.step):
        if at.step not in path.steps:
            continue
        steps = [s for s in path.steps[: path.steps.index(at.step)] if s.node in inside]
        zero = steps[0] if steps else None
        if zero is None or zero.what != "zero" or not any(s.what == "backward" and s.by == "library" for s in steps):
            return None
        if loop.relations.clears(zero, at.step) != "same":
            return None
        found = zero
    return loop.shown(found)


def accumulating_calls(file: File) -> tuple[CallView, ...]:
    """The calls of `accumulate`, if all Accelerators of the file accumulate over several passes."""
    made = [CallView(file, call.node) for call in file.named_calls(_ACCELERATOR)]
    is_over_several = bool(made) and all(map(_is_over_several, made))
    return tuple(file.calls(f"{_ACCELERATOR}.accumulate")) if is_over_several else ()


def is_accumulated_by_library(at: StepView) -> bool:
    """Whether an optimizer's step is in a `with accelerator.accumulate()`, which skips it in most passes."""
    return _accumulating(at) is not None


def may_divide_itself(at: StepView) -> bool:
    """Whether a backward by a library may divide the loss by a number of passes; not if its object is told of none."""
    if not at.step.is_by_library or _never_divides(at):
        return False
    made = [CallView(at.file, call.node) for call in at.file.named_calls(_ACCELERATOR)]
    is_accelerator = isinstance(at.node, tree.Call) and at.node in {
        call.node for call in at.file.calls(f"{_ACCELERATOR}.backward")
    }
    return not (is_accelerator and made) or any(call.has_stars or _is_over_several(call) for call in made)


def _never_divides(at: StepView) -> bool:
    """Whether this is Lightning's or Fabric's backward, which leave the loss as it is (Lightning 2.6)."""
    is_manual = isinstance(at.node, tree.Call) and tree.last_name(at.node.func) == "manual_backward"
    return is_manual or at.node in {call.node for call in at.file.calls(_FABRIC)}


def _accumulating(at: StepView) -> tree.With | None:
    """The innermost `with accelerator.accumulate(...)` around a step, if it accumulates more than one pass."""
    syntax = at.file.tree
    calls = {call.node for call in accumulating_calls(at.file)}
    around = syntax.above(at.node, tree.With, *tree.Scope)
    while isinstance(around, tree.With):
        if any(item.context in calls for item in around.items):
            return around
        around = syntax.above(around, tree.With, *tree.Scope)
    return None


def _is_over_several(made: CallView) -> bool:
    given = {argument.keyword: argument.value for argument in made.node.args}
    if not _PLUGINS.isdisjoint(given):
        return True
    steps = given.get(_STEPS)
    return steps is not None and not (isinstance(steps, tree.Constant) and steps.value == 1)
