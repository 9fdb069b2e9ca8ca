"""Schedulers that accelerate steps on each process for each update: lengths in batches or updates, steps per epoch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import definitions_of
from torchlint.flow.training_trace import Repeat, Step, level
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

from .detect import schedules, steps_here

if TYPE_CHECKING:
    from torchlint.queries import File

# Settings of Accelerator after which a prepared scheduler steps otherwise.
_OTHERWISE = frozenset(("split_batches", "step_scheduler_with_optimizer", "dataloader_config"))
_LENGTH, _WARMUP = "num_training_steps", "num_warmup_steps"
# What a schedule is called whose length matters to nobody: only its start does, or nothing.
_CONSTANT = "constant"
_COUNTS = ("range", "trange")


class Length(NamedTuple):
    """How many steps a schedule takes, or its start."""

    given: ExpressionView
    unit: str  # what the number counts
    is_sure: bool  # whether it certainly counts that


def wrong_lengths(file: File) -> Iterator[Length]:
    """Numbers of batches or updates, for schedulers that accelerate steps on each process for each update."""
    batches = _batches_per_update(file)
    if batches is None or not (schedules := list(_prepared(file))):
        return
    accumulates = next(file.method_calls("accumulate"), None) is not None
    for call in schedules:
        given = {argument.keyword: argument.value for argument in call.args if argument.keyword}
        length = given.get(_LENGTH)
        if batches and accumulates and isinstance(length, tree.BinaryOp) and length.op == "*":
            if batches in (file.tree.text_of(length.left), file.tree.text_of(length.right)):
                yield Length(ExpressionView(file, length), "batches", True)
        if length is not None and (is_sure := _counts_updates(file, length)) is not None:
            told = given.get(_WARMUP) if _is_constant(call) else length
            if told is not None and tree.dotted(told) is not None:
                yield Length(ExpressionView(file, told), "updates", is_sure)


def steps_per_epoch(file: File) -> Iterator[CallView]:
    """Steps behind the loop over the batches, of schedulers that accelerate has prepared, in source order."""
    if _batches_per_update(file) is None:
        return
    found = set[tree.Node]()
    for _, entry in file.analysis.tracer.entries:
        for step, loops in schedules(entry, ()):
            if loops and file.holds(step.node) and not step.by and _is_prepared(file, step):
                parts = list(level(loops[-1].body))
                is_own = any(isinstance(part, Step) and part.what == "step" for part in parts)
                inner = [part for part in parts if isinstance(part, Repeat) and steps_here(file, step, part.body)]
                if inner and not is_own:
                    found.add(step.node)
    yield from (
        CallView(file, node) for node in sorted(found, key=lambda node: node.start) if isinstance(node, tree.Call)
    )


def _is_prepared(file: File, step: Step) -> bool:
    """Whether what steps is what `prepare` has made of a scheduler that nobody gives the number of processes."""
    func = step.node.func if isinstance(step.node, tree.Call) else None
    name = tree.dotted(func.value) if isinstance(func, tree.Attribute) else None
    if name is None:
        return False
    scope = file.tree.scope(step.node)
    for call in file.method_calls("prepare"):
        if "." not in name and file.tree.scope(call.node) is not scope:
            continue
        given = {tree.dotted(argument.value) for argument in call.node.args}
        assign = file.tree.parents.get(call.node)
        taken = map(tree.dotted, _targets(assign)) if isinstance(assign, tree.Assign) else ()
        if name in given and name in taken:
            return not any("num_processes" in file.tree.text_of(made) for made in _made(file, step, name))
    return False


def _targets(assign: tree.Assign) -> Iterator[tree.Node]:
    for target in assign.targets:
        yield from target.elements if isinstance(target, (tree.Tuple, tree.List)) else (target,)


def _made(file: File, step: Step, name: str) -> Iterator[tree.Node]:
    """What a name, or an attribute in the whole file, is given."""
    scope = file.tree.scope(step.node)
    for assign in file.tree.all(tree.Assign):
        if any(tree.dotted(one) == name for one in assign.targets) and (
            "." in name or file.tree.scope(assign) is scope
        ):
            yield assign.value


def _prepared(file: File) -> Iterator[tree.Call]:
    """The calls that make schedulers of a given length which an Accelerator prepares, in source order."""
    prepared = {tree.dotted(a.value) for call in file.method_calls("prepare") for a in call.node.args} - {None}
    for call in file.tree.all(tree.Call):
        made = file.tree.parents.get(call)
        if isinstance(made, tree.Assign) and any(tree.dotted(one) in prepared for one in made.targets):
            if any(argument.keyword == _LENGTH for argument in call.args):
                yield call


def _batches_per_update(file: File) -> str | None:
    """What an Accelerator is told to accumulate, as it is written; None where it steps schedulers otherwise."""
    made = file.tree.calls_named("Accelerator")
    settings = {a.keyword or "": file.tree.text_of(a.value) for call in made for a in call.args}
    if not made or not settings.keys().isdisjoint(_OTHERWISE):
        return None
    return settings.get("gradient_accumulation_steps", "")


def _is_constant(call: tree.Call) -> bool:
    """Whether a schedule keeps its rate when it has started."""
    names = (argument.value.value for argument in call.args if isinstance(argument.value, tree.Constant))
    return any(isinstance(name, str) and name.startswith(_CONSTANT) for name in names)


def _counts_updates(file: File, length: tree.Expression) -> bool | None:
    """Whether a length is surely the number of updates after which the training ends; None if nothing says that it is.

    The number of all batches of a loader that is not prepared yet is that of the updates of all processes together. So
    it is not sure where that stands in for a number that nobody gives.
    """
    name = tree.dotted(length)
    if name is None or "DummyScheduler" in file.text or not _ends_training(file, length):
        return None
    if isinstance(length, tree.Name):
        return True if all(one.kind == "parameter" for one in definitions_of(file.tree, length)) else None
    assigned = [one for one in file.tree.all(tree.Assign) if any(tree.dotted(t) == name for t in one.targets)]
    if not all(_is_instead(file, one) for one in assigned):
        return None
    return not assigned


def _is_instead(file: File, assign: tree.Assign) -> bool:
    """Whether a condition decides whether a number is assigned, as where nobody has given one."""
    return isinstance(file.tree.parents.get(assign), tree.If)


def _ends_training(file: File, length: tree.Expression) -> bool:
    """Whether a loop counts up to a number, or ends when a count has come to it."""
    name = tree.last_part(length)
    for loop in file.tree.all(tree.For):
        ranges = loop.iter if isinstance(loop.iter, tree.Call) else None
        if ranges is not None and tree.last_part(ranges.func) in _COUNTS:
            if any(tree.last_part(argument.value) == name for argument in ranges.args):
                return True
    for branch in file.tree.all(tree.If):
        if any(isinstance(one, tree.Break) for one in branch.body) and _compares(branch.test, name):
            return True
    return any(_compares(loop.test, name) for loop in file.tree.all(tree.While))


def _compares(test: tree.Node, name: str) -> bool:
    """Whether a condition compares something with a number of this name."""
    compared = [node for node in tree.walk(test) if isinstance(node, tree.Compare)]
    return any(tree.last_part(part) == name for one in compared for part in tree.walk(one))
