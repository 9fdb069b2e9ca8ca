"""The schedulers and scalers of PyTorch that a file makes, and that have a state to lose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SCALERS = frozenset(BUILT_IN.names_with("scaler", "torch"))
_OF_METRICS = "ReduceLROnPlateau"
_OPERATORS = (tree.Conditional, tree.BoolOp, tree.UnaryOp, tree.Compare)


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A call that makes a scheduler or a scaler, and what it is assigned to."""

    call: tree.Call
    target: tree.Expression
    is_scaler: bool
    steps: tuple[tree.Call, ...]  # the calls of `step` on something of its name

    @property
    def name(self) -> str:
        """The last part of what it is called in its file."""
        return tree.last_name(self.target)

    @property
    def written(self) -> str:
        """What it is called in its file: `self.scheduler`."""
        return tree.dotted(self.target) or self.name

    @property
    def may_be_off(self) -> bool:
        """Whether a setting decides whether it does anything."""
        return any(argument.keyword == "enabled" for argument in self.call.args)

    @property
    def harm(self) -> str:
        """What comes of it if its state is lost."""
        return "whose scale starts over" if self.is_scaler else "whose schedule starts over"


def made_here(syntax: tree.Tree) -> list[Made]:
    """In source order; without those that are switched off, told which epoch it is, or given a `last_epoch`."""
    return syntax.once_of_all(_made)


def made_by_functions(file: File) -> list[Made]:
    """What functions of the project make for this file: `self.scheduler = build_scheduler(args, optimizer)`."""
    found = []
    for assign in file.tree.all(tree.Assign):
        call, name = assign.value, tree.dotted(assign.targets[0]) if len(assign.targets) == 1 else None
        if not name or not isinstance(call, tree.Call) or not file.facts.functions.get(call):
            continue
        value = file.value(call).value
        if value.kind not in ("scheduler", "scaler") or value.assumed or not value.origins:
            continue
        made = [one.node for one in value.origins if one.what == value.kind]
        if any(not isinstance(one, tree.Call) or any(map(_starts_elsewhere, one.args)) for one in made):
            continue
        steps = _steps(file.tree, tree.last_name(assign.targets[0]))
        if value.kind == "scaler" or not any(_is_told(file.tree, step) for step in steps):
            found.append(Made(call, assign.targets[0], value.kind == "scaler", steps))
    return found


def _starts_elsewhere(argument: tree.Argument) -> bool:
    return argument.keyword == "last_epoch" or _is_off(argument)


def _made(syntax: tree.Tree) -> list[Made]:
    found = []
    for call, names in by_name(syntax).items():
        is_scaler = not _SCALERS.isdisjoint(names)
        is_scheduler = any((known := fact(name)) is not None and known.kind == "scheduler" for name in names)
        if not (is_scheduler or is_scaler) or any(map(_starts_elsewhere, call.args)):
            continue
        above = syntax.parents.get(call)
        while isinstance(above, _OPERATORS):
            above = syntax.parents.get(above)
        if isinstance(above, tree.Assign) and len(above.targets) == 1 and tree.dotted(above.targets[0]):
            steps = _own_steps(syntax, call, above.targets[0])
            if is_scaler or not any(_is_told(syntax, step) for step in steps):
                found.append(Made(call, above.targets[0], is_scaler, steps))
    return found


def _own_steps(syntax: tree.Tree, call: tree.Call, target: tree.Expression) -> tuple[tree.Call, ...]:
    """The steps of what a call makes; those with a metric are of the `ReduceLROnPlateau` that may be made instead."""
    steps = _steps(syntax, tree.last_name(target))
    if _is_of_metrics(call) or tree.dotted(target) not in syntax.once_of_all(_stepped_by_metrics):
        return steps
    return tuple(step for step in steps if not step.args)


def _stepped_by_metrics(syntax: tree.Tree) -> frozenset[str]:
    """The names of schedulers that are given a metric."""
    assigns = (one for one in syntax.all(tree.Assign) if isinstance(one.value, tree.Call) and len(one.targets) == 1)
    of_metrics = (one for one in assigns if isinstance(one.value, tree.Call) and _is_of_metrics(one.value))
    return frozenset(tree.dotted(one.targets[0]) or "" for one in of_metrics)


def _is_of_metrics(call: tree.Call) -> bool:
    return tree.last_name(call.func) == _OF_METRICS


def _is_off(argument: tree.Argument) -> bool:
    return argument.keyword == "enabled" and isinstance(argument.value, tree.Constant) and not argument.value.value


def _steps(syntax: tree.Tree, name: str) -> tuple[tree.Call, ...]:
    calls = (call for call in syntax.all(tree.Call) if isinstance(call.func, tree.Attribute))
    return tuple(
        call
        for call in calls
        if isinstance(call.func, tree.Attribute)
        and call.func.attr == "step"
        and tree.last_part(call.func.value) == name
    )


def _is_told(syntax: tree.Tree, step: tree.Call) -> bool:
    """Whether a step says which epoch it is, or only goes forward to where a training was stopped."""
    loop = syntax.above(step, tree.For)
    return bool(step.args) or (isinstance(loop, tree.For) and len(loop.body) == 1 and step.end == loop.body[0].end)
