"""Schedulers whose horizon counts batches and that step once per epoch, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.flow.training_trace import Repeat, Step, Trace, level, steps_of
from torchlint.knowledge.signatures import COMBINED_SCHEDULES, DECAYS, SCHEDULE_LENGTHS
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.gradients import folded
from torchlint.queries.training import relations
from torchlint.syntax import tree

from .detect_numbers import names_of, stands_for

if TYPE_CHECKING:
    from torchlint.queries import File

Unit = Literal["batch", "epoch", ""]
# An epoch has at least so many batches as a rule, and a learning rate that shrinks to this part of itself is gone.
_BATCHES, _NOTHING = 100, 1e-4
_DEEPEST = 3  # names of names that are followed


@dataclass(frozen=True)
class Cadence(CallView):
    """A call of a scheduler's step that does not come as often as the scheduler expects."""

    made: CallView
    horizon: ExpressionView
    is_per_epoch: bool

    @property
    def is_elsewhere(self) -> bool:
        """Whether the step is in another file: then this is the call that makes the scheduler."""
        return self.node is self.made.node

    @property
    def scheduler(self) -> str:
        """The scheduler's class, or the function that makes it."""
        return tree.last_part(self.made.node.func)


@dataclass(frozen=True)
class FastDecay(CallView):
    """A call, for each batch, of the step of a scheduler that makes nothing of the learning rate in a hundred steps."""

    made: CallView
    gamma: float  # what the learning rate is multiplied by,
    interval: float  # after so many steps

    @property
    def left(self) -> float:
        """What is left of the learning rate after a hundred batches."""
        return float(self.gamma ** (_BATCHES // self.interval))


def cadences(file: File) -> Iterator[Cadence | FastDecay]:
    """Each such place, in source order."""
    found: dict[tree.Node, Cadence | FastDecay] = {}
    for _, entry in file.analysis.tracer.entries:
        for step, loops in schedules(entry, ()):
            if step.by or step.node in found or not loops:
                continue
            several = all_made_here(file, step)
            cadence: Cadence | FastDecay | None = _cadence_of_all(file, step, loops, several)
            if cadence is None and len(several) == 1 and file.holds(step.node):
                cadence = _fast_decay(file, step, loops, several[0])
            if cadence is not None:
                found[step.node] = cadence
    return iter(sorted(found.values(), key=lambda one: one.node.start))


def schedules(trace: Trace, loops: tuple[Repeat, ...]) -> Iterator[tuple[Step, tuple[Repeat, ...]]]:
    """Where schedulers step, each with the loops around it."""
    for part in level(trace):
        if isinstance(part, Repeat):
            yield from schedules(part.body, (*loops, part))
        elif part.what == "schedule":
            yield part, loops


def made_here(file: File, step: Step) -> CallView | None:
    """The call in this file that makes the scheduler that steps, if there is only one."""
    several = all_made_here(file, step)
    return several[0] if len(several) == 1 else None


def all_made_here(file: File, step: Step) -> list[CallView]:
    """The calls that make the scheduler that steps, one for each branch; none if another file makes it."""
    origins = {origin.node for origin in step.subject.origins if origin.what == "scheduler"}
    if step.subject.kind != "scheduler" or step.subject.assumed or not all(map(file.holds, origins)):
        return []
    return [CallView(file, node) for node in sorted(origins, key=lambda n: n.start) if isinstance(node, tree.Call)]


def _cadence_of_all(file: File, step: Step, loops: tuple[Repeat, ...], several: list[CallView]) -> Cadence | None:
    """What is wrong with a scheduler's step, whichever branch made the scheduler."""
    found = [_cadence(file, step, loops, made) for made in several]
    known = [one for one in found if one is not None]
    return known[0] if len({one.is_per_epoch for one in known}) == 1 and len(known) == len(several) else None


def _cadence(file: File, step: Step, loops: tuple[Repeat, ...], made: CallView) -> Cadence | None:
    """What is wrong with a scheduler's step, if that is certain."""
    around = loops[-1]
    parts = list(level(around.body))
    inner = [part for part in parts if isinstance(part, Repeat) and steps_here(file, step, part.body)]
    is_own = any(isinstance(part, Step) and part.what == "step" for part in parts)
    batches, epochs = (
        (around, loops[-2] if len(loops) > 1 else None) if is_own else (inner[0] if inner else None, around)
    )
    if batches is None or (not is_own and any(step in set(steps_of(loop.body)) for loop in inner)):
        return None
    at = step.node if file.holds(step.node) else made.node
    for argument in horizons(made):
        unit = _unit(file, argument.node, batches.node, epochs.node if epochs is not None else None)
        if unit == "batch" and not is_own:
            return Cadence(file, at, made, argument, True)
        if unit == "epoch" and is_own and epochs is not None:
            return Cadence(file, at, made, argument, False)
    return None


def _fast_decay(file: File, step: Step, loops: tuple[Repeat, ...], made: CallView) -> FastDecay | None:
    """The step of a scheduler that decays for each batch of each epoch as others do in an epoch."""
    batches = loops[-1]
    if len(loops) < 2 or not _is_over_batches(file, batches.node) or not steps_here(file, step, batches.body):
        return None
    name = tree.last_part(made.node.func)
    if name not in DECAYS:
        return None
    (place, keyword, default), interval = DECAYS[name]
    given, every = made.argument(place, keyword), made.argument(*interval) if interval is not None else None
    gamma = folded(file, given.node) if given is not None else default
    steps = 1.0 if interval is None else folded(file, every.node) if every is not None else None
    if gamma is None or steps is None or not 0 < gamma < 1 or steps < 1:
        return None
    decay = FastDecay(file, step.node, made, gamma, steps)
    return decay if decay.left <= _NOTHING else None


def _is_over_batches(file: File, loop: tree.Node) -> bool:
    """Whether a loop goes over the batches of a loader, by its value or its name."""
    if loop in file.facts.batch_loops:
        return True
    parts = spelled_out(file, loop.iter) if isinstance(loop, tree.For) else []
    if any(isinstance(part, tree.BinaryOp) for part in parts):
        return False  # `range(steps // len(loader))` counts epochs
    names = [tree.last_name(part).lower() for part in parts if tree.dotted(part)]
    return any("loader" in name for name in names) and not any("loaders" in name for name in names)


def steps_here(file: File, schedule: Step, trace: Trace) -> bool:
    """Whether the scheduler's optimizer steps here."""
    optimizers = relations(file).optimizers(schedule.subject.items[0]) if schedule.subject.items else frozenset()
    return any(s.what == "step" and relations(file).optimizers(s.subject) & optimizers for s in steps_of(trace))


def horizons(made: CallView, depth: int = 0) -> Iterator[ExpressionView]:
    """What a scheduler is told of the number of steps; what is told as a product of two counts is told by both."""
    name = tree.last_part(made.node.func)
    if name in COMBINED_SCHEDULES and depth < _DEEPEST:
        for part in _parts(made):
            yield from horizons(part, depth + 1)
    given = {keyword: made.argument(place, keyword) for place, keyword in SCHEDULE_LENGTHS.get(name, ())}
    if given.get("steps_per_epoch") is not None:
        given.pop("epochs")  # of so many steps each
    yield from (argument for argument in given.values() if argument is not None)


def _parts(made: CallView) -> Iterator[CallView]:
    """The schedulers that one runs after the other, as calls: those of `SequentialLR(optimizer, [warmup, cosine])`."""
    given = made.argument(COMBINED_SCHEDULES[tree.last_part(made.node.func)], "schedulers")
    listed = stands_for(made.file, given.node) if given is not None else None
    for one in listed.elements if isinstance(listed, tree.List) else ():
        call = stands_for(made.file, one)
        if isinstance(call, tree.Call):
            yield CallView(made.file, call)


def _unit(file: File, horizon: tree.Node, batches: tree.Node, epochs: tree.Node | None) -> Unit:
    """What a number of steps counts, by what the two loops go over."""
    over, computed = gone_over(file, batches), stands_for(file, horizon)
    for node in tree.walk(computed):
        if isinstance(node, tree.Call) and is_length(node) and node.args:
            is_named = not over.isdisjoint(names_of(file, node.args[0].value))
            return "batch" if is_named or _goes_over(file, batches, node.args[0].value) else ""
    if epochs is None or not isinstance(epochs, tree.For) or not isinstance(epochs.iter, tree.Call):
        return ""
    counted = epochs.iter.args[-1].value if epochs.iter.args and len(epochs.iter.args) < 3 else None
    is_range = tree.last_part(epochs.iter.func) in ("range", "trange")
    if is_range and counted is not None and _is_multiple(file, computed, counted):
        return "batch"
    same = counted is not None and not names_of(file, counted).isdisjoint(names_of(file, horizon))
    if is_range and isinstance(counted, tree.Constant) and isinstance(horizon, tree.Constant):
        same = counted.value == horizon.value
    return "epoch" if is_range and same else ""


def _goes_over(file: File, loop: tree.Node, loader: tree.Expression) -> bool:
    """Whether a loop of another function goes over this very loader, as a parameter of that."""
    made = file.value(loader).value.source
    runs = [run for run, _ in file.facts.loops_over if run.node is loop]
    return made is not None and bool(runs) and all(list(run.batches_of) == [made] for run in runs)


def _is_multiple(file: File, horizon: tree.Node, epochs: tree.Node) -> bool:
    """Whether this is the number of epochs times another number that has a name: `EPOCHS * STEPS`."""
    if not isinstance(horizon, tree.BinaryOp) or horizon.op != "*":
        return False
    names = [tree.dotted(horizon.left), tree.dotted(horizon.right)]
    if None in names or names[0] == names[1]:
        return False
    counted = names_of(file, epochs)
    return any(not counted.isdisjoint(names_of(file, side)) for side in (horizon.left, horizon.right))


def gone_over(file: File, loop: tree.Node) -> set[str]:
    """The names in what a loop goes over: of `enumerate(loader)`, `loader`; also of `bar = tqdm(loader)`."""
    over = spelled_out(file, loop.iter) if isinstance(loop, tree.For) else ()
    return {name for node in over for name in (names_of(file, node) if tree.dotted(node) else ())}


def spelled_out(file: File, node: tree.Node, depth: int = 0) -> list[tree.Node]:
    """All parts of an expression, with names replaced by what they stand for.

    `loader` of `len(loader)` and `args` of `args.k` stay names.
    """
    parts = list(tree.walk(stands_for(file, node)))
    kept = {tree.positional(part, 0) for part in parts if isinstance(part, tree.Call) and is_length(part)}
    kept |= {part.value for part in parts if isinstance(part, tree.Attribute)}
    names = (part for part in parts if isinstance(part, tree.Name) and part not in kept)
    named = ((part, stands_for(file, part)) for part in names)
    made = [value for name, value in named if value is not name] if depth < _DEEPEST else []
    return [*parts, *(inner for value in made for inner in spelled_out(file, value, depth + 1))]


def is_length(call: tree.Call) -> bool:
    """Whether this is a call of `len`."""
    return tree.dotted(call.func) == "len"
