"""Training loops, and the order of backward, step and zero_grad in one pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.kinds import ImportedName
from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import Value
from torchlint.finding import Edit
from torchlint.flow.training_trace import By, Repeat, Step, StepKind, Trace, level, steps_of
from torchlint.knowledge.call_names import CHANGES_IN_PLACE
from torchlint.queries.devices.every_pass import is_in_every_pass
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.training import parameter_ownership
from torchlint.queries.training.parameter_ownership import Relations
from torchlint.queries.training.trace_paths import Path, has_too_many_steps, own_steps, paths, trains
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# So many assignments are followed from an expression to what it is computed from.
_FARTHEST = 3


# What code names that steps an optimizer, or that has to do with gradients.
_STEP = re.compile(r"\.step\(")
_GRADIENT = re.compile("grad|optim|zero_", re.IGNORECASE)

GRADIENTS: frozenset[StepKind] = frozenset(("backward", "zero", "write", "foreign", "step", "unseen"))


@dataclass(frozen=True, slots=True, eq=False)
class StepView(CallView):
    """A call in a training loop that concerns gradients, an optimizer or a scheduler."""

    step: Step  # the step in the training trace

    @property
    def subject(self) -> ExpressionView | None:
        """The object that it concerns: `optimizer` in `optimizer.step()` and in `scaler.step(optimizer)`."""
        if self.step.what == "backward" and self.step.is_by_library:
            return self.argument(0, "loss")
        if self.step.by == "scaler" or self.step.what == "unscale":
            return self.argument(0, "optimizer")
        if self.step.what == "step" and self.step.by == "library":
            return self.argument(1, "optimizer")  # after the loss
        return self.argument(0, "parameters") if self.step.what == "clip" else self.receiver

    @property
    def knows_scale(self) -> bool:
        """Whether the function around reads the scale of a GradScaler, and not only to log it."""
        around = self.function.node if self.function is not None else self.file.tree.root
        reads = (n for n in tree.walk(around) if isinstance(n, tree.Attribute) and n.attr == "get_scale")
        return any(not self._is_shown(read) for read in reads)

    def _is_shown(self, read: tree.Attribute) -> bool:
        """Whether a text or a dict for a log takes a value as it is."""
        parents = self.file.tree.parents
        return isinstance(parents.get(parents.get(read, read)), (tree.Dict, tree.FormattedString))

    @property
    def is_given_scale(self) -> bool:
        """Whether one of its arguments is computed from the scale of a GradScaler, as far as its function shows."""
        around = self.function.node if self.function is not None else self.file.tree.root
        given = self.node.args if isinstance(self.node, tree.Call) else []
        return any(self._reads_scale(part.value, around) for part in given)

    def _reads_scale(self, node: tree.Expression, around: tree.Node, depth: int = 0) -> bool:
        """Whether an expression reads the scale, by itself, in a function that it calls, or by way of a name."""
        names = set()
        for part in tree.walk(node):
            if isinstance(part, tree.Attribute) and part.attr == "get_scale":
                return True
            if isinstance(part, tree.Call):
                called = self.file.facts.functions.get(part, ())
                if any("get_scale" in function.unit.tree.text_of(function.node) for function in called):
                    return True
            if isinstance(part, (tree.Name, tree.Attribute)):
                names.add(tree.dotted(part))
        assigned = (
            one.value
            for one in assignments_in(around, into_functions=False)
            if one.value is not None and one.target is not None and tree.dotted(one.target) in names - {None}
        )
        return depth < _FARTHEST and any(self._reads_scale(value, around, depth + 1) for value in assigned)

    @property
    def scaler(self) -> ExpressionView | None:
        """The GradScaler whose scaled loss this backward differentiates, if written in the same expression."""
        scaled = self.receiver.node if self.receiver is not None else None
        func = scaled.func if isinstance(scaled, tree.Call) else None
        return ExpressionView(self.file, func.value) if isinstance(func, tree.Attribute) else None

    def put_before(self, text: str) -> tuple[Edit, ...]:
        """The edit that inserts a statement before the one with this call."""
        return edits.before(self.file.tree, self.statement.node, text)


class Training:
    """A training loop as one call path runs it; or a function that does one training step."""

    def __init__(self, file: File, node: tree.Node, body: Trace, around: tuple[Repeat, ...]) -> None:
        self.file = file  # the file that the loop is in
        self.node = node  # the loop, or the function that does one step
        self.body = body  # the training trace of one pass
        self.around = around  # the loops around it and itself, outermost first
        self.is_loop = isinstance(node, tree.Loops)
        self._passes: dict[frozenset[StepKind], list[tuple[tuple[Step, ...], int]]] = {}

    @property
    def relations(self) -> Relations:
        """Which optimizers, models and parameters of the file belong together."""
        return parameter_ownership.relations(self.file)

    @cached_property
    def all(self) -> list[Step]:
        """Every step in the loop, including those of inner loops and of called functions."""
        return list(steps_of(self.body))

    @cached_property
    def own(self) -> list[Step]:
        """The steps whose innermost training loop this is."""
        return list(own_steps(self.body))

    def view(self, step: Step) -> StepView:
        """A step as a view of its call."""
        return StepView(self.file, step.node, step)

    def shown(self, step: Step | None) -> StepView | None:
        """A step as a view of its call; None if the step is in another file."""
        return self.view(step) if step is not None and self.file.holds(step.node) else None

    def _of(self, what: StepKind) -> list[StepView]:
        return [self.view(step) for step in self.own if step.what == what and self.file.holds(step.node)]

    @property
    def steps(self) -> list[StepView]:
        """The optimizer steps."""
        return self._of("step")

    @property
    def clips(self) -> list[StepView]:
        """The calls that clip gradients."""
        return self._of("clip")

    @cached_property
    def runs_once(self) -> bool:
        """Whether there is never a second pass."""
        if not self.is_loop or is_range_of_one(self.node):
            return True
        ways = paths(self.body, lambda step: step.what in ("step", "backward"))
        return not any(path.comes_around for path in ways)

    # Clearing gradients

    def clears(self, step: Step, at: Step) -> bool:
        """Whether a step of training may clear the gradients that an optimizer's step applies."""
        if step.what == "zero":
            return self.relations.clears(step, at) != "other"
        if step.what == "write":
            return not _limits(step.node)
        if step.what == "foreign":
            return True
        if step.what == "make":
            return bool(self.relations.optimizers(step.subject) & self.relations.optimizers(at.subject))
        return step.what == "unseen" and self._may_handle(step, at)

    def _may_handle(self, unseen: Step, at: Step) -> bool:
        """Whether unknown code receives the optimizer, or an object that may contain it."""
        values = unseen.subject.items
        if unseen.by == "deep" or self._receives(unseen, at):
            return True
        return unseen.by in ("method", "train") and any(self._may_keep(value, _GRADIENT) for value in values[:1])

    def _receives(self, unseen: Step, at: Step) -> bool:
        """Whether unknown code is given the optimizer, or an object that holds it."""
        wanted = self.relations.optimizers(at.subject)
        if unseen.subject.items[:1] and self._ignores_gradients(unseen.subject.items[0]):
            return False
        return bool(wanted & frozenset().union(*(self._reached(value) for value in unseen.subject.items)))

    def is_guess(self, step: Step, at: Step) -> bool:
        """Whether a step is code that is not followed and not given the optimizer, so nothing says that it clears."""
        return step.what == "unseen" and not self._receives(step, at)

    def _reached(self, value: Value, depth: int = 0) -> frozenset[Origin]:
        """The optimizers that code can get from a value: the value itself, or an object's attributes."""
        found = frozenset(origin for origin in all_origins(value) if origin.what == "optimizer")
        if isinstance(value.ref, Class) and depth < 2:
            held = [v for cls in value.ref.lineage for v in cls.attributes.values()]
            found = found.union(*(self._reached(v, depth + 1) for v in held))
        return found

    def is_fed(self, at: StepView) -> bool:
        """Whether a plain backward in this loop computes gradients for the optimizer, as far as is known."""
        return self._is_fed(at, "")

    def is_fed_by_library(self, at: StepView) -> bool:
        """Whether a library's backward does, one that neither clears gradients nor steps: `accelerator.backward`."""
        return self._is_fed(at, "library")

    def _is_fed(self, at: StepView, by: By) -> bool:
        backwards = [s for s in self.all if s.what == "backward" and s.by == by]
        return any(self.relations.feeds(backward, at.step) != "other" for backward in backwards)

    def is_over_new_models(self, at: StepView) -> bool:
        """Whether the loop constructs the optimizer's models again in each pass."""
        held = self.relations.held_by(self.relations.optimizers(at.step.subject))
        inside = set(tree.walk(self.node)) if held.models else set()
        return bool(inside & held.models)

    def is_known(self, at: StepView) -> bool:
        """Whether the step is certainly an optimizer's."""
        return self.relations.is_known(at.step.subject)

    def may_be_other(self, at: StepView) -> bool:
        """Whether an object known only by its use may be no optimizer, or one that other code clears."""
        return (
            bool(self.relations.optimizers(at.step.subject))  # made of an optimizer, by code that is not here
            or len(self.unknown_steppers) > 1
            or self.escapes(at.subject)
        )

    @cached_property
    def unknown_steppers(self) -> set[object]:
        """The unknown objects whose step() is called in this loop."""
        return {s.holder for s in self.all if s.what == "step" and not self.relations.is_known(s.subject)}

    def escapes(self, subject: ExpressionView | None) -> bool:
        """Whether a name is passed to code in this loop that is not followed, other than a scaler that lets it step."""
        text = tree.dotted(subject.node) if subject is not None else None
        if text is None:
            return True
        loops = [repeat.node for repeat in self.around] or [self.node]
        calls = (n for loop in loops[:1] for n in tree.walk(loop) if isinstance(n, tree.Call))
        scaled = {step.node for step in self.all if step.by == "scaler" or step.what == "unscale"}
        others = (call for call in calls if call not in scaled and not self.file.facts.functions.get(call))
        return any(tree.dotted(argument.value) == text for call in others for argument in call.args)

    # Order

    def passes(self, keep: Callable[[Step], bool]) -> Iterator[tuple[tuple[Step, ...], int]]:
        """The paths through one pass, each after a path through the pass before: (steps, start of the second)."""
        ways = paths(self.body, keep)
        before = [path for path in ways if path.comes_around] if self.is_loop else []
        for path in ways:
            if path.ends == "raise":
                continue
            for last in before or [Path()]:
                yield last.steps + path.steps, len(last.steps)

    def visits(self, at: Step, keep: frozenset[StepKind] = GRADIENTS) -> Iterator[tuple[tuple[Step, ...], int]]:
        """Each path that reaches a step: (steps of these kinds, by default of all that change gradients, its index)."""
        for steps, start in self._passes_of(keep) if at.what in keep else self.passes(_keeping(keep, at)):
            for place in range(start, len(steps)):
                if steps[place] is at:
                    yield steps, place

    def _passes_of(self, keep: frozenset[StepKind]) -> list[tuple[tuple[Step, ...], int]]:
        """The paths of steps of these kinds."""
        if keep not in self._passes:
            self._passes[keep] = list(self.passes(_keeping(keep)))
        return self._passes[keep]

    def emptied_before(self, at: StepView) -> StepView | None:
        """The call that clears the gradients after every backward, so that the step has none to apply."""
        step, relations = at.step, self.relations
        found: Step | None = None
        has_lost = False  # whether there were gradients to clear; before a training nothing is lost
        for steps, place in self.visits(step):
            before = steps[:place]
            found = self._last_clear(before, step)
            if found is None:
                return None
            has_lost = has_lost or any(s.what == "backward" and relations.feeds(s, step) != "other" for s in before)
        return self.shown(found) if found is not None and has_lost else None

    def _last_clear(self, before: tuple[Step, ...], step: Step) -> Step | None:
        """The zero_grad before a step, with no backward in between."""
        for one in reversed(before):
            if one.what == "backward" and self.relations.may_feed(one, step):
                return None
            if one.what == "unseen" and self.may_differentiate(one):
                return None
            if one.what in ("write", "foreign"):
                return None
            if one.what == "zero":
                relation = self.relations.clears(one, step)
                if relation == "same":
                    return one
        return None

    def may_differentiate(self, unseen: Step) -> bool:
        """Whether unknown code may call backward()."""
        return bool(unseen.by) or any(value.is_tensor or all_origins(value) for value in unseen.subject.items)

    def may_step(self, unseen: Step, *, by_objects: bool = True) -> bool:
        """Whether unknown code may step an optimizer: it is given one, holds one, or is not followed at all.

        Without `by_objects`, a method of an object whose class is not known is taken not to.
        """
        values = unseen.subject.items
        if unseen.by == "deep" or any(value.kind == "optimizer" or self._reached(value) for value in values):
            return True
        return (
            by_objects
            and unseen.by in ("method", "train")
            and any(self._may_keep(value, _STEP) for value in values[:1])
        )

    def _may_keep(self, value: Value, words: re.Pattern[str]) -> bool:
        """Whether an object may do what these words name: not if its class is in the project and has none of them."""
        if value.kind not in ("module", "instance"):
            return False
        if not isinstance(value.ref, Class) or not set(value.ref.external_bases) <= {"torch.nn.Module"}:
            return True
        return any(words.search(cls.unit.tree.text_of(cls.node)) for cls in value.ref.lineage)

    def _ignores_gradients(self, called: Value) -> bool:
        """Whether unknown code is a function of a file of the project that names no gradient."""
        files = self.file.project_files
        if not isinstance(called.ref, ImportedName) or files is None:
            return False
        text = files.text(called.ref.place)
        return bool(text) and not _GRADIENT.search(text)

    @cached_property
    def optimizers(self) -> set[object]:
        """The objects whose step() is called in this loop."""
        return {self.relations.optimizers(s.subject) or s.holder for s in self.all if s.what == "step"}


def _keeping(kinds: frozenset[StepKind], at: Step | None = None) -> Callable[[Step], bool]:
    return lambda step: step is at or step.what in kinds


def _limits(node: tree.Node) -> bool:
    """Whether code changes gradients that stay: it limits, averages or repairs them."""
    return isinstance(node, tree.Call) and tree.last_name(node.func) in CHANGES_IN_PLACE


def is_range_of_one(node: tree.Node) -> bool:
    """Whether a loop has a single pass."""
    call = node.iter if isinstance(node, tree.For) else None
    if not isinstance(call, tree.Call) or tree.dotted(call.func) != "range" or len(call.args) != 1:
        return False
    given = call.args[0].value
    return isinstance(given, tree.Constant) and given.value == 1


@query
def trainings(file: File) -> list[Training]:
    """The training loops, and functions that do one training step, for each call path; none of hundreds of steps."""
    found: list[Training] = []
    for node, entry in file.analysis.tracer.entries:
        found += _loops(file, entry, ())
        if any(own_steps(entry)) and not has_too_many_steps(entry):
            found.append(Training(file, node, entry, ()))
    return found


def _loops(file: File, trace: Trace, around: tuple[Repeat, ...]) -> Iterator[Training]:
    for part in level(trace):
        if isinstance(part, Repeat) and (around or not has_too_many_steps(part.body)):
            if trains(part.body) and any(step.what in ("step", "backward") for step in own_steps(part.body)):
                yield Training(file, part.node, part.body, (*around, part))
            yield from _loops(file, part.body, (*around, part))


@query
def step_loops(file: File) -> set[tree.Node]:
    """The loops each pass of which is a training step.

    Example:
        if call.loop is not None and call.loop.node in training.step_loops(file):
            yield finding(call, f"`{call}` runs in each step; move it in front of the loop")
    """
    whole = {"backward", "step"}
    loops = (training for training in trainings(file) if training.is_loop)
    return {loop.node for loop in loops if whole <= {step.what for step in loop.own}}


def is_in_each_step(place: View) -> bool:
    """Whether every pass of a training loop runs this code, as far as the conditions around it show."""
    around = place.loop
    return around is not None and around.node in step_loops(place.file) and is_in_every_pass(place, around)
