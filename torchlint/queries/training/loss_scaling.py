"""Gradients of losses scaled by a GradScaler, and how they are used before they are unscaled."""

from __future__ import annotations

from torchlint.domain.provenance import all_origins
from torchlint.flow.training_trace import Step, StepKind
from torchlint.queries.training.training_loops import StepView, Training
from torchlint.syntax import tree

_SCALED: frozenset[StepKind] = frozenset(("backward", "unscale", "step", "unseen"))
# What may unscale gradients: also by hand, as in `p.grad /= scaler.get_scale()`.
_UNSCALING: frozenset[StepKind] = frozenset(("unscale", "unseen", "write"))
_AROUND_A_CLIP = _SCALED | _UNSCALING
# What leads to the gradients, or to the scale.
_HOLDS_GRADIENTS = frozenset(("scaler", "module", "instance", "function", "method", "partial", "star"))


class Scaling:
    """The GradScaler of a training loop."""

    def __init__(self, loop: Training) -> None:
        self.loop = loop  # the training loop

    def clipped_backward(self, clip: StepView) -> StepView | None:
        """The backward, in whichever file, of a scaled loss whose gradients are clipped, and applied, unscaled."""
        found: Step | None = None
        for steps, place in self.loop.visits(clip.step, _AROUND_A_CLIP):
            scaled = _scaled_before(steps[:place])
            if scaled is None:
                continue  # nothing is scaled on this path
            if any(s.what in _UNSCALING and self._may_unscale(s) for s in steps[scaled:place]):
                return None
            after = steps[place + 1 :]
            if not any(s.what == "step" and s.by == "scaler" and self._may_apply(clip.step, s) for s in after):
                return None
            found = steps[scaled]
        return self.loop.view(found) if found is not None else None

    def is_between_callers_backward_and_step(self, clip: StepView) -> bool:
        """Whether `scaler.step` follows a clip in code that leaves the backward to its caller, or to code not followed.

        `scaler.step` raises where nothing was scaled, and it unscales gradients that nothing has unscaled before. Code
        that is not followed and gets neither the scaler nor an optimizer is taken not to unscale.
        """
        visits = list(self.loop.visits(clip.step, _AROUND_A_CLIP))
        for steps, place in visits:
            following = next((s for s in steps[place + 1 :] if s.what in _AROUND_A_CLIP), None)
            last = next((at for at in range(place - 1, -1, -1) if steps[at].what == "step"), -1)
            start = last + 1 if self.loop.is_loop else 0  # what comes before belongs to the pass before
            is_first = not any(s.what in _AROUND_A_CLIP and self._may_touch(s) for s in steps[start:place])
            if not is_first or following is None or following.what != "step" or following.by != "scaler":
                return False
            if not self._may_apply(clip.step, following):
                return False
        return bool(visits)

    def is_inside_a_scaled_with(self, clip: StepView) -> bool:
        """Whether a clip comes between the backward and the end of the `with` whose end unscales the gradients."""
        visits = list(self.loop.visits(clip.step, _AROUND_A_CLIP))
        for steps, place in visits:
            around = next((s for s in steps[place + 1 :] if s.what in _AROUND_A_CLIP), None)
            before = next((s for s in reversed(steps[:place]) if s.what in _AROUND_A_CLIP), None)
            if around is None or around.what != "unscale" or before is None or before.what != "backward":
                return False
            scaled = [origin.node for origin in all_origins(before.subject) if origin.what == "scaled within"]
            if around.node not in scaled:
                return False
        return bool(visits)

    def applied_backward(self, at: StepView) -> StepView | None:
        """The backward, in whichever file, of a scaled loss whose gradients `optimizer.step()` applies as they are."""
        found: Step | None = None
        is_plain_elsewhere = False
        for steps, place in self.loop.visits(at.step, _SCALED):
            scaled = _scaled_before(steps[:place])
            if scaled is None:
                is_plain_elsewhere = True
                continue  # without a scaler, perhaps: `if scaler is None: loss.backward()`
            if any(s.what in ("unscale", "unseen") and self._may_unscale(s) for s in steps[scaled:place]):
                return None
            if any(s.what == "step" and s.by == "scaler" for s in steps[scaled:place]):
                return None  # has unscaled what it applied
            if self.loop.relations.feeds(steps[scaled], at.step) == "other":
                return None
            found = steps[scaled]
        if found is None or (is_plain_elsewhere and not self._comes_after(found, at)):
            return None
        return self.loop.view(found)

    def _comes_after(self, backward: Step, at: StepView) -> bool:
        """Whether an optimizer steps in any case after a backward: under no condition that may choose the scaler."""
        syntax = at.file.tree
        if not at.file.holds(backward.node):
            return False
        around = set(syntax.around(backward.node))
        choices = (one for one in syntax.around(at.node) if isinstance(one, (tree.If, tree.Conditional)))
        # `if step % steps == 0:` chooses neither.
        return all(one in around or "%" in syntax.text_of(one.test) for one in choices)

    def surely_applies(self, at: StepView, backward: StepView) -> bool:
        """Whether an optimizer's step certainly applies the gradients of this backward."""
        is_only = len(self.loop.optimizers) == 1
        return self.loop.is_known(at) and (is_only or self.loop.relations.feeds(backward.step, at.step) == "same")

    @property
    def steps(self) -> bool:
        """Whether a GradScaler lets an optimizer step in this loop."""
        return any(step.what == "step" and step.by == "scaler" for step in self.loop.all)

    def _may_touch(self, one: Step) -> bool:
        """Whether a step differentiates or unscales, or is code that is given a scaler or an optimizer."""
        return one.what != "unseen" or any(v.kind in ("scaler", "optimizer") for v in one.subject.items)

    def _may_unscale(self, one: Step) -> bool:
        """Whether a step may unscale gradients: not code that is given neither an optimizer, a scaler nor a model."""
        if one.what != "unseen" or one.by in ("deep", "train", "framework"):
            return True
        return self.loop.may_step(one) or any(v.kind in _HOLDS_GRADIENTS for v in one.subject.items)

    @property
    def unscales(self) -> bool:
        """Whether this loop calls `unscale_`; calling it twice raises."""
        return any(step.what == "unscale" for step in self.loop.all)

    def _may_apply(self, clip: Step, step: Step) -> bool:
        return self.loop.relations.clips(clip, step) != "other"

    def step_after(self, clip: StepView) -> StepView | None:
        """The `scaler.step` that follows a clip, in this file if there is one."""
        after = self.loop.all[self.loop.all.index(clip.step) :]
        steps = [step for step in after if step.what == "step" and step.by == "scaler"]
        shown = next((step for step in map(self.loop.shown, steps) if step is not None), None)
        return shown or (self.loop.view(steps[0]) if steps else None)


def _scaled_before(before: tuple[Step, ...]) -> int | None:
    """The index of the last backward, if its loss was scaled."""
    last = next((place for place in range(len(before) - 1, -1, -1) if before[place].what == "backward"), None)
    is_scaled = last is not None and any(origin.what == "scaled" for origin in all_origins(before[last].subject))
    return last if is_scaled else None
