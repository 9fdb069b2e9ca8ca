"""Over how many passes of a training loop gradients add up: where they are cleared, and how often a step is made."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.model import tree
from torchlint.model.step_paths import paths
from torchlint.model.step_views import GRADIENTS, StepView, Training
from torchlint.model.steps import Step, steps_of


class Windows:
    """What a training loop says of the passes between one step of an optimizer and the next."""

    def __init__(self, loop: Training) -> None:
        self.loop = loop

    def cleared_only_around(self, at: StepView) -> StepView | None:
        """The zero_grad of the loop around that alone clears what the step applies in every pass of this one."""
        if (
            not self.loop.is_loop
            or len(self.loop.around) < 2
            or any(self.loop.clears(step, at.step) for step in self.loop.all)
        ):
            return None
        if not self.loop.is_known(at) and self._is_given_away(at):
            return None
        outer = self.loop.around[-2]
        if self.loop.file.goes_over_batches(outer.node) and not self.loop.file.goes_over_batches(self.loop.node):
            return None  # over heads, or attempts, of one batch
        ways = paths(self.loop.body, lambda step: step is at.step or step.what == "backward")
        if not all(at.step in path.steps for path in ways if path.comes_around and path.steps):
            return None  # gradients of several passes are one step
        inside = set(self.loop.all)
        zeros = [s for s in steps_of(outer.body) if s.what == "zero" and s not in inside]
        if not zeros or not all(self.loop.relations.clears(zero, at.step) == "same" for zero in zeros):
            return None
        return self.loop.view(zeros[-1]) if self.loop.file.holds(zeros[-1].node) else None

    def cancelling(self, at: StepView) -> StepView | None:
        """The zero_grad that, in passes without this step, clears what these have added to the gradients."""
        if not self.loop.is_loop or len(self.loop.optimizers) != 1 or not self._is_every_few_passes(at):
            return None
        found: Step | None = None
        for steps, start in self.loop.passes(lambda s: s is at.step or s.what in GRADIENTS):
            first = steps[:start]
            added = next((n for n, s in enumerate(first) if s.what == "backward" and s.by != "engine"), None)
            if at.step in first or added is None:
                continue
            later = [s for s in steps[added + 1 :] if s.what != "unseen"]
            after = next((s for s in later if s.what in ("zero", "step", "backward", "write", "foreign")), None)
            if after is None or after.what != "zero" or self.loop.relations.clears(after, at.step) != "same":
                return None
            found = after
        return self.loop.view(found) if found is not None and self.loop.file.holds(found.node) else None

    def _is_given_away(self, at: StepView) -> bool:
        """Whether a call in this loop that is no step is given what steps."""
        text, steps = str(at.subject), {step.node for step in self.loop.all}
        calls = (n for n in tree.walk(self.loop.node) if isinstance(n, tree.Call) and n not in steps)
        return any(tree.dotted(argument.value) == text for call in calls for argument in call.args)

    def _is_every_few_passes(self, at: StepView) -> bool:
        """Whether a remainder decides in which passes the step is made."""
        return any(self._asks_for_remainder(guard.test) for guard in self._guards(at.node))

    def _guards(self, node: tree.Node) -> Iterator[tree.If]:
        """The conditions of this loop that a piece of code stands under."""
        above = self.loop.file.tree.above(node, tree.If, *tree.Loops, *tree.Scope)
        while isinstance(above, tree.If):
            yield above
            above = self.loop.file.tree.above(above, tree.If, *tree.Loops, *tree.Scope)

    def _asks_for_remainder(self, test: tree.Node) -> bool:
        names = {n.id for n in tree.walk(test) if isinstance(n, tree.Name)}
        assigned = [
            n.value
            for n in tree.walk(self.loop.node)
            if isinstance(n, tree.Assign) and tree.dotted(n.targets[0]) in names
        ]
        return any(isinstance(n, tree.BinaryOp) and n.op == "%" for each in (test, *assigned) for n in tree.walk(each))
