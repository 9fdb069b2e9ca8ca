"""Gradient clipping, and whether it affects what the optimizer's step applies."""

from __future__ import annotations

from functools import cached_property

from torchlint.flow.framework_callbacks import does_itself, step_for
from torchlint.flow.training_trace import Step
from torchlint.queries.file import FunctionView
from torchlint.queries.training.training_loops import GRADIENTS, StepView, Training
from torchlint.syntax import tree


class Clipping:
    """The gradient clipping of a training loop."""

    def __init__(self, loop: Training, *, is_guess: bool = False) -> None:
        self.loop = loop  # the training loop
        self.is_guess = is_guess  # whether objects of unknown classes are assumed to step no optimizer

    def misplaced(self, clip: StepView) -> str:
        """Why a clip has no effect: "cleared" if it finds no gradients, "late" if it is after the step; else "".

        "before" in a function that a framework calls first, and only then clears gradients, goes backward and steps.
        """
        found = ""
        for steps, place in self.loop.visits(clip.step, GRADIENTS):
            why = self._misplaced_in(steps, place)
            if not why:
                return ""
            found = why if why != "first" else found or self._in_a_framework
        return found

    @cached_property
    def _in_a_framework(self) -> str:
        """The reason for what comes first in a step of training; "" outside of functions that a framework calls."""
        node = self.loop.node
        function = FunctionView(self.loop.file, node).definition if isinstance(node, tree.FunctionDef) else None
        called = step_for(function) if function is not None else None
        if function is None or called is None or not (called.differentiates and called.zeroes_gradients):
            return ""
        return "" if does_itself(function, called) else "before"

    def _misplaced_in(self, steps: tuple[Step, ...], place: int) -> str:
        """The same for one path; "first" where nothing before it tells."""
        clip = steps[place]
        for one in reversed(steps[:place]):
            if one.what in ("backward", "unseen", "write", "foreign") and self._may_reach(one, clip):
                return ""
            if one.what == "zero" and self._is_about(one, clip):
                return "cleared"
            if one.what == "step" and self._is_about(one, clip):
                return "late" if self._is_cleared_next(steps[place + 1 :] + steps[:place], clip) else ""
        return "first"

    def _may_reach(self, one: Step, clip: Step) -> bool:
        """Whether a step may give the clipped parameters gradients."""
        if one.what == "unseen":
            return self.loop.may_differentiate(one)
        if one.what != "backward":
            return True
        return self.loop.relations.may_reach(one.subject, self.loop.relations.parameters(clip.subject))

    def _is_cleared_next(self, steps: tuple[Step, ...], clip: Step) -> bool:
        """Whether the clipped gradients are cleared before any step applies them.

        A backward in between adds to what is then cleared with the rest.
        """
        for one in steps:
            if self._may_apply(one, clip):
                return False
            if one.what == "zero" and self._is_about(one, clip):
                return True
        return False

    def _may_apply(self, one: Step, clip: Step) -> bool:
        """Whether a step may apply the clipped gradients, or code that is not followed may, or write them elsewhere."""
        relations = self.loop.relations
        if one.what == "step":
            return relations.clips(clip, one) != "other"
        return one.what == "write" or (one.what == "unseen" and self.loop.may_step(one, by_objects=not self.is_guess))

    def _is_about(self, one: Step, clip: Step) -> bool:
        """Whether a zero_grad or step certainly concerns the clipped parameters."""
        relations = self.loop.relations
        clipped = relations.parameters(clip.subject)
        if one.what == "zero" and one.subject.kind == "module" and one.subject.source is not None:
            is_whole = bool(clipped.models) and clipped.models <= relations.parts(one.subject.source)
            return is_whole and not relations.are_several(clipped.models)
        optimizers = relations.optimizers(one.subject)
        if optimizers and not relations.is_known(one.subject) and not self._is_only_stepper:
            return False  # created from an optimizer: a wrapper or a scheduler
        held = relations.held_by(optimizers)
        if held.models and clipped.models and relations.compare(held, clipped) != "unknown":
            is_whole = held.is_all or len(self.loop.optimizers) == 1
            both = clipped.models | held.models
            return is_whole and relations.share(clipped.models, held.models) and not relations.are_several(both)
        return one.by != "hand" and len(self.loop.optimizers) == 1  # it can't be a different one

    @cached_property
    def _is_only_stepper(self) -> bool:
        """Whether all steps of the loop are those of one object: no scheduler steps beside the optimizer."""
        steps = [step for step in self.loop.all if step.what == "step"]
        return len({step.holder for step in steps}) == 1
