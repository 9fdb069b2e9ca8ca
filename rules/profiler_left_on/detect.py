"""Profilers that are entered around a loop over all batches of a training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.flow.facts import LoopRun
from torchlint.knowledge.profilers import ANNOTATE, ENABLED, KEEP_EVENTS, SCHEDULE
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ABOUT = ("prof", "bench", "debug", "trace")


@dataclass(frozen=True, slots=True, eq=False)
class Profiler(CallView):
    """A profiler, or what annotates operations for one, that a training runs in."""

    node: tree.Call
    loop_over_batches: tree.Node
    keeps: bool  # whether it keeps what it records

    @property
    def training(self) -> View:
        """The loop over batches, or the code under the profiler that leads to it."""
        loop = View(self.file, self.loop_over_batches)
        return loop if self.file.holds(self.loop_over_batches) else self

    @property
    def may_be_off(self) -> bool:
        """Whether an argument decides if, or when, it records."""
        given = {argument.keyword: argument.value for argument in self.node.args}
        enabled = given.get(ENABLED)
        if enabled is None and self.node.args and self.node.args[0].keyword is None:
            enabled = self.node.args[0].value  # the first one of torch.autograd's, which alone are given one
        is_on = enabled is None or tree.is_true(enabled)
        return not is_on or SCHEDULE in given or self.has_stars

    @property
    def is_of_few_steps(self) -> bool:
        """Whether the loop may end before it has seen all batches."""
        loop = self.loop_over_batches
        if any(isinstance(node, tree.Break) for node in tree.walk(loop, into_functions=False)):
            return True
        calls = (n for n in tree.walk(loop.iter) if isinstance(n, tree.Call)) if isinstance(loop, tree.For) else ()
        return any(tree.last_name(call.func) in ("islice", "range") for call in calls)


def is_about_profiling(file: File) -> bool:
    """Whether the file's name says that it measures or looks for bugs."""
    name = file.path.replace("\\", "/").rpartition("/")[2].lower()
    return any(word in name for word in _ABOUT)


def profilers_of_trainings(file: File) -> Iterator[Profiler]:
    """Profilers that a `with` enters around a training over batches, in source order."""
    for call in file.named_calls(*KEEP_EVENTS, *ANNOTATE):
        item = file.tree.parents.get(call.node)
        entered = file.tree.parents.get(item) if isinstance(item, tree.WithItem) else None
        loop = _training_in(file, entered) if isinstance(entered, tree.With) else None
        if loop is not None:
            yield Profiler(file, call.node, loop.node, bool(call.spelled & set(KEEP_EVENTS)))


def _training_in(file: File, entered: tree.With) -> LoopRun | None:
    """A loop over batches that trains, and that a `with` is around, in its own function or in one that it calls."""
    inside = set(tree.walk(entered, into_functions=False))
    for fact in file.facts.forwards:
        for loop in fact.where.loops:
            places = (loop.node, *fact.where.chain[: loop.depth])
            if (loop.trains_itself or (loop.loader and loop.trains)) and not inside.isdisjoint(places):
                return loop
    return None
