"""GradScalers that are made in each training step: in its loop, or in a function that each pass calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.flow.training_trace import Called, Choice, Repeat, Trace
from torchlint.queries import CallView, View, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class MadeScaler(CallView):
    """A call that makes a GradScaler for one step."""

    at: tree.Node  # the step that it makes

    @property
    def step(self) -> View:
        """The `scaler.step(optimizer)` of each pass."""
        return View(self.file, self.at)

    @property
    def is_restored(self) -> bool:
        """Whether its function gives some object a state that was kept, which may be the scaler's."""
        around = self.file.tree.scope(self.node)
        names = (n.attr for n in tree.walk(around) if isinstance(n, tree.Attribute))
        return "load_state_dict" in names


def made_in_steps(file: File) -> Iterator[MadeScaler]:
    """One for each such call, in source order."""
    values = file.facts.values
    calls = [c for c in file.tree.all(tree.Call) if (made := values.get(c)) is not None and made.kind == "scaler"]
    scalers = [call for call in calls if any(call in (one.node, *one.chain[-1:]) for one in values[call].origins)]
    found: dict[tree.Node, tree.Node] = {}
    for loop in training.trainings(file) if scalers else ():
        steps = [step for step in loop.steps if step.step.by == "scaler"]
        if not loop.is_loop or not steps or loop.runs_once or loop.is_over_new_models(steps[0]):
            continue
        called = set(_called(loop.body))
        for call in scalers:
            if values[call].made_by != "disabled" and _is_in_each_pass(file, call, loop.node, called):
                found.setdefault(call, steps[0].node)
    for node, at in sorted(found.items(), key=lambda one: one[0].start):
        yield MadeScaler(file, node, at)


def _called(trace: Trace) -> Iterator[tree.Node]:
    """The functions that each pass of a loop calls, by their definitions."""
    for part in trace:
        if isinstance(part, Called):
            yield part.function.node
            yield from _called(part.body)
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _called(way)
        elif isinstance(part, Repeat):
            continue  # the body of an inner loop runs more than once per pass


def _is_in_each_pass(file: File, call: tree.Call, loop: tree.Node, called: set[tree.Node]) -> bool:
    """Whether a call is run by each pass of a loop: in its body, or in a function that each pass calls."""
    if file.tree.above(call, *tree.Loops, *tree.Scope) is loop:
        return training.is_in_each_step(CallView(file, call))
    scope = file.tree.scope(call)
    return scope in called and file.tree.above(call, tree.If, tree.Conditional, *tree.Loops, *tree.Scope) is scope
