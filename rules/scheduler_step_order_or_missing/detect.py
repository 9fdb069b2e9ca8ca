"""What rules see of learning rate schedulers: whether they step before their optimizer, and whether at all."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, definitions_from
from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import Value
from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace, level, steps_of
from torchlint.queries import CallView
from torchlint.queries.training import StepView, paths, relations
from torchlint.syntax import tree

from .detect_held import is_stepped_by_nobody
from .detect_uncalled import is_uncalled_method

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class ScheduleView(CallView):
    """A call of a scheduler's step that comes before the first step of its optimizer."""

    step: Step
    optimizer: StepView | None  # the step that it should follow; None where code that is not here has it

    @property
    def scheduler(self) -> str:
        """The code of the scheduler."""
        return str(self.receiver)

    @property
    def is_beside_step(self) -> bool:
        """Whether the optimizer steps in the same loop, and not in one inside of it or in another function."""
        step, loop = self.optimizer, self.loop
        return step is not None and loop is not None and step.loop is not None and step.loop.node is loop.node


@dataclass(frozen=True, slots=True, eq=False)
class SchedulerView(CallView):
    """The construction of a scheduler."""

    node: tree.Call
    origin: Origin
    is_alone: bool  # whether nothing unknown steps in the whole file

    @property
    def name(self) -> str:
        """What it is assigned to, as code; else the scheduler's class."""
        named = definitions_from(self.file.tree, self.node)
        return (named[0].name if named else "") or self._name_of_first or tree.last_part(self.node.func)

    @property
    def _name_of_first(self) -> str:
        """The first of several names that a call's results are assigned to: `scheduler, epochs = ...`."""
        assign = self.file.tree.parents.get(self.node)
        target = assign.targets[0] if isinstance(assign, tree.Assign) else None
        return (tree.dotted(target.elements[0]) or "") if isinstance(target, tree.Tuple) and target.elements else ""

    @property
    def is_left_to_callers(self) -> bool:
        """Whether an object keeps it that the project does not make, so that whoever makes one may step it."""
        if self.origin not in self.file.facts.stored:
            return False
        return self._is_in_a_method(self.origin.chain[0]) if self.origin.chain else "." in self.name

    def _is_in_a_method(self, call: tree.Node) -> bool:
        """Whether a call is in a method of this file, of an object that nobody is seen to make."""
        function = self.file.tree.scope(call) if self.file.holds(call) else None
        return function is not None and isinstance(self.file.tree.parents.get(function), tree.ClassDef)

    @property
    def is_part_of_collection(self) -> bool:
        """Whether a comprehension makes one for each optimizer, so that whoever gets all of them may step them."""
        return any(isinstance(node, tree.Comprehension) for node in self.file.tree.around(self.node))


def early_schedules(file: File) -> Iterator[ScheduleView]:
    """Where a scheduler steps before its optimizer has stepped for the first time, in source order."""
    found: dict[tree.Node, ScheduleView] = {}
    for _, entry in file.analysis.tracer.entries:
        for view in _early(file, entry, entry):
            if file.holds(view.node):
                found.setdefault(view.node, view)
    return iter(sorted(found.values(), key=lambda view: view.node.start))


def _early(file: File, trace: Trace, entry: Trace) -> Iterator[ScheduleView]:
    for part in level(trace):
        if isinstance(part, Repeat):
            inside = list(_early(file, part.body, entry))
            yield from inside
            for schedule in steps_of(part.body):
                if schedule.what == "schedule" and not any(view.step is schedule for view in inside):
                    yield from _early_in(file, part, schedule, entry)


def _early_in(file: File, loop: Repeat, schedule: Step, entry: Trace) -> Iterator[ScheduleView]:
    """The same for one scheduler in one loop, if each way through the loop has it before the optimizer's step."""
    if schedule.subject.kind != "scheduler" or schedule.by or not schedule.subject.items:
        return  # not a scheduler of PyTorch's, or its step takes a metric or an epoch
    optimizers = relations(file).optimizers(schedule.subject.items[0])

    def steps(step: Step) -> bool:
        if step.what == "step":
            return not optimizers or bool(relations(file).optimizers(step.subject) & optimizers)
        return step.what == "unseen" and bool(_optimizers(step.subject) & optimizers)

    inside = set(steps_of(loop.body))
    before = (step for step in steps_until(entry, loop))
    if not optimizers or any(steps(step) for step in before if step not in inside):
        return  # the optimizer may have stepped before
    first: Step | None = None
    asking = {_name_of(schedule), *_settings_of(file, schedule)}
    for path in paths(loop.body, lambda step: step is schedule or steps(step), asking):
        if any(test[1] in asking and number for test, number in path.answers):
            continue  # there is no scheduler on this path
        stepped = next((place for place, step in enumerate(path.steps) if steps(step)), None)
        if stepped is None:
            continue
        if schedule not in path.steps[:stepped]:
            return  # the scheduler is skipped in some passes, for example the first
        first = path.steps[stepped]
    if first is not None and first.what == "unseen" and _follows_another(loop, schedule):
        return  # what comes before may step the optimizer as well as this code, which is not here, either
    if first is not None:
        seen = StepView(file, first.node, first) if first.what == "step" and file.holds(first.node) else None
        yield ScheduleView(file, schedule.node, schedule, seen)


def _name_of(schedule: Step) -> str:
    """What a scheduler is called where it steps."""
    func = schedule.node.func if isinstance(schedule.node, tree.Call) else None
    return (tree.dotted(func.value) or "") if isinstance(func, tree.Attribute) else ""


def _settings_of(file: File, schedule: Step) -> Iterator[str]:
    """The settings of `if args.decays:` around a step, under which alone the scheduler is made, too."""
    unit = file.analysis.unit_of(schedule.node)
    made = [origin.node for origin in schedule.subject.origins if origin.what == "scheduler"]
    if unit is None or not made:
        return
    needed = [{tree.last_name(test) for test in _held(file, node)} for node in made]
    assigned = {one.name.rpartition(".")[2] for one in assignments_in(unit.tree.root)}
    for test in _held(file, schedule.node):
        if tree.last_name(test) in frozenset.intersection(*map(frozenset, needed)) - assigned:
            yield " ".join(unit.tree.text_of(test).split())


def _held(file: File, node: tree.Node) -> Iterator[tree.Attribute]:
    """The settings that hold where some code runs: `args.decays`."""
    unit = file.analysis.unit_of(node)
    for choice, way in unit.tree.branches(node, tree.If).items() if unit is not None else ():
        if isinstance(choice, tree.If) and way == "body" and isinstance(choice.test, tree.Attribute):
            yield choice.test


def _follows_another(loop: Repeat, schedule: Step) -> bool:
    """Whether something that may be an optimizer's step is written before a scheduler's, in the same loop."""
    inside = list(steps_of(loop.body))
    return any(step.what in ("step", "unseen") for step in inside[: inside.index(schedule)])


def steps_until(trace: Trace, loop: Repeat) -> list[Step]:
    """The steps of a trace that come before a loop in it, or everything if the loop is not there."""
    found: list[Step] = []
    _collect(trace, loop, found)
    return found


def _collect(trace: Trace, loop: Repeat, found: list[Step]) -> bool:
    for part in trace:
        if part is loop:
            return True
        if isinstance(part, Step):
            found.append(part)
        elif isinstance(part, Choice):
            if any(_collect(way, loop, found) for way in part.ways):
                return True
        elif isinstance(part, (Repeat, Called)) and _collect(part.body, loop, found):
            return True
    return False


def _optimizers(value: Value) -> frozenset[Origin]:
    return frozenset(origin for origin in all_origins(value) if origin.what == "optimizer")


def idle_schedulers(file: File) -> Iterator[SchedulerView]:
    """Schedulers that are made here, never stepped and never handed to anybody who could, in source order."""
    entries = file.analysis.tracer.entries
    stored = {
        origin
        for origin in file.facts.stored
        if not (origin.what == "scheduler" and is_stepped_by_nobody(file, origin))
    }
    yield from _unstepped(file, [list(steps_of(trace)) for _, trace in entries], stored)


def wrapped_schedulers(file: File) -> Iterator[SchedulerView]:
    """Schedulers in an object that has a method to step them, which nothing in the project calls, in source order."""
    steps: list[list[Step]] = []
    uncalled: set[Origin] = set()
    for node, trace in file.analysis.tracer.entries:
        if is_uncalled_method(file, node):
            uncalled |= {o for s in steps_of(trace) if s.what == "schedule" for o in all_origins(s.subject)}
        else:
            steps.append(list(steps_of(trace)))
    if uncalled:
        stored_by_others = frozenset(file.facts.stored - uncalled)
        yield from _unstepped(file, steps, stored_by_others | (set(file.analysis.tracer.schedulers) - uncalled))


def _unstepped(file: File, entries: list[list[Step]], kept: Set[Origin]) -> Iterator[SchedulerView]:
    """Schedulers that none of these steps is about, whose optimizer steps; those that somebody keeps are left out.

    Something unknown that steps beside the optimizer may be the scheduler, as it may not where nothing leads to it.
    """
    tracer, record = file.analysis.tracer, file.facts
    steps = [step for entry in entries for step in entry]
    known = [s for s in steps if s.what == "schedule"]
    open_entries = [entry for entry in entries if any(_is_unknown(file, step) for step in entry)]
    beside = {o for entry in open_entries for s in entry for o in relations(file).optimizers(s.subject)}
    used = {origin for step in known for origin in all_origins(step.subject)}
    used |= {origin for s in steps if s.what in ("unseen", "step") for origin in all_origins(s.subject)}
    away = record.returned | record.passed_to_unknown | kept
    stepped = {origin for s in steps if s.what == "step" for origin in relations(file).optimizers(s.subject)}
    found: dict[tree.Call, SchedulerView] = {}
    for origin, scheduler in tracer.schedulers.items():
        optimizers, made = _optimizers(scheduler), _made_here(file, origin)
        if (
            made is not None
            and origin not in used
            and origin not in away
            and optimizers & stepped
            and not optimizers & beside
        ):
            found.setdefault(made, SchedulerView(file, made, origin, is_alone=not open_entries))
    yield from sorted(found.values(), key=lambda view: view.node.start)


def _made_here(file: File, origin: Origin) -> tree.Call | None:
    """The call in this file that makes a scheduler, by itself or through a function of another file."""
    calls = (origin.node, *reversed(origin.chain))
    return next((call for call in calls if isinstance(call, tree.Call) and file.holds(call)), None)


def _is_unknown(file: File, step: Step) -> bool:
    """Whether something steps of which nobody knows what it is."""
    return step.what == "step" and not relations(file).optimizers(step.subject)


def predates_scheduler_order(file: File) -> bool:
    """Whether the file is written for a PyTorch before 1.1, where schedulers stepped first: it wraps tensors."""
    return file.names.imports_any(frozenset(("torch.autograd.Variable",)))
