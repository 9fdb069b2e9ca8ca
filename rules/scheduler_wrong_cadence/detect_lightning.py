"""Schedulers that a LightningModule hands to its trainer, and that Lightning steps in another unit than they count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_in, assignments_to, definitions_from
from torchlint.binding.use_def import only_definition, resolved_expression, uses
from torchlint.knowledge.signatures import SCHEDULE_LENGTHS
from torchlint.queries import CallView, ExpressionView, FunctionView
from torchlint.queries.gradients import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What the number of batches is called in a trainer of Lightning, or computed from.
_BATCHES = re.compile(r"\bestimated_stepping_batches\b|\bnum_training_batches\b|\blen\([\w.]*loader(\(\))?\)")
# What a number of epochs is called, and nothing else.
_EPOCHS = re.compile(r"((max|n|num|total|train)_)?(train_)?(n_?)?epochs")
# Through how many names a scheduler is followed to what the method returns, and a length to what it is computed from.
_FARTHEST = 3
# The entry of a scheduler's settings that says when it steps; without it, that is after each epoch.
_WHEN, _SCHEDULER, _OFTEN = "interval", "scheduler", "frequency"
_BY_HAND = ("automatic_optimization", "lr_scheduler_step")
# A number that is written for the steps counts batches if it is so many times that of the epochs, or, where no Trainer
# is seen, more than any training has epochs.
_FAR_MORE, _NO_EPOCHS = 10, 5_000

Unit = Literal["batch", "epoch", ""]


@dataclass(frozen=True, slots=True, eq=False)
class HandedOver(CallView):
    """A scheduler that Lightning steps in another unit than it counts."""

    node: tree.Call
    horizon: ExpressionView
    is_per_epoch: bool  # whether it counts batches, and Lightning steps it after each epoch; else the reverse
    is_sure: bool = True  # whether the code says what the number counts, which else only its size does


def handed_over(file: File) -> Iterator[HandedOver]:
    """Such schedulers that `configure_optimizers` returns, in source order."""
    for function in file.tree.all(tree.FunctionDef):
        if function.name != "configure_optimizers" or not _is_lightnings(FunctionView(file, function)):
            continue
        for call in sorted(file.tree.own(function, tree.Call), key=lambda call: call.start):
            for made, horizon in _made_with(file, call):
                unit, is_sure = _unit(file, horizon.node)
                stepped = _stepped(file, call, _FARTHEST) if unit else ""
                if stepped and stepped != unit:
                    yield HandedOver(file, made, horizon, stepped == "epoch", is_sure)
                    break


def _made_with(file: File, call: tree.Call) -> Iterator[tuple[tree.Call, ExpressionView]]:
    """A call that makes a scheduler, and what tells that its number of steps; by itself, or by a function it calls."""
    yield from ((call, horizon) for horizon in _horizons(CallView(file, call)))
    called = list(file.facts.functions.get(call, ()))
    function = called[0] if len(called) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef):
        return
    syntax = function.unit.tree
    returns = [one.value for one in syntax.own(function.node, tree.Return)]
    made = resolved_expression(syntax, returns[0]) if len(returns) == 1 and returns[0] is not None else None
    for horizon in _horizons(CallView(file, made)) if isinstance(made, tree.Call) else ():
        parameter = next((p for p in function.node.parameters if p.name == tree.dotted(horizon.node)), None)
        if parameter is not None:
            given = function.passed_by(call).get(parameter.name)
            yield from ((call, ExpressionView(file, one)) for one in (given,) if one is not None)
        elif file.holds(horizon.node) and isinstance(made, tree.Call):
            yield made, horizon


def _is_lightnings(function: FunctionView) -> bool:
    """Whether it is a method of a LightningModule, whose schedulers Lightning steps."""
    cls = function.owner
    if cls is None or not any(base.endswith(".LightningModule") for base in cls.external_bases):
        return False
    return not any(cls.method(name) or cls.attribute(name) for name in _BY_HAND)


def _horizons(made: CallView) -> Iterator[ExpressionView]:
    """What tells a scheduler its number of steps; for a LambdaLR, what its function divides by."""
    name = tree.last_part(made.node.func)
    lengths = SCHEDULE_LENGTHS.get(name, ())
    given = {keyword: made.argument(place, keyword) for place, keyword in lengths}
    if given.get("steps_per_epoch") is not None:
        given.pop("epochs")  # of so many steps each
    yield from (one for one in given.values() if one is not None)
    if name == "LambdaLR" and (rate := made.argument(1, "lr_lambda")) is not None:
        body = _body(made.file, rate.node)
        ratios = [one for one in tree.walk(body) if isinstance(one, tree.BinaryOp) and one.op == "/"] if body else []
        named = [one.right for one in ratios if not isinstance(one.right, tree.Constant)]
        yield from (ExpressionView(made.file, one) for one in named)


def _body(file: File, rate: tree.Node) -> tree.Node | None:
    """A lambda, or a function that is defined beside its use."""
    if isinstance(rate, tree.Name):
        only = only_definition(file.tree, rate)
        return only.node if only is not None and isinstance(only.node, tree.FunctionDef) else None
    return rate if isinstance(rate, tree.Lambda) else None


def _unit(file: File, horizon: tree.Node) -> tuple[Unit, bool]:
    """What a number of steps counts, and whether the code says so."""
    parent = file.tree.parents.get(horizon)
    keyword = parent.keyword if isinstance(parent, tree.Argument) else None
    is_literal = isinstance(horizon, tree.Constant)
    if not is_literal and (keyword == "steps_per_epoch" or _counts_batches(file, horizon, _FARTHEST)):
        return "batch", True
    if _is_of_epochs(file, horizon):
        return "epoch", True
    steps, epochs = folded(file, horizon), _epochs_of_trainer(file)
    if steps is None or keyword == "steps_per_epoch":
        return "", False
    return ("batch", False) if steps >= (_FAR_MORE * epochs if epochs is not None else _NO_EPOCHS) else ("", False)


def _counts_batches(file: File, node: tree.Node, names: int) -> bool:
    """Whether a number is computed from one of batches, here or where one of its names was assigned."""
    if _BATCHES.search(file.tree.text_of(node)):
        return True
    inside = [part for part in tree.walk(node) if isinstance(part, (tree.Name, tree.Attribute))] if names else []
    parts = [part for part in inside if not isinstance(file.tree.parents.get(part), tree.Attribute)]
    return any((value := _assigned(file, one)) is not None and _counts_batches(file, value, names - 1) for one in parts)


def _assigned(file: File, node: tree.Name | tree.Attribute) -> tree.Node | None:
    """The one thing that a name or an attribute of the object is assigned."""
    if isinstance(node, tree.Name):
        value = resolved_expression(file.tree, node)
        only = only_definition(file.tree, node) if value is node else None
        return value if value is not node else only.value if only is not None else None
    cls = file.tree.above(node, tree.ClassDef) if tree.dotted(node.value) == "self" else None
    found = assignments_to(file.tree, cls, f"self.{node.attr}") if cls is not None else ()
    return found[0].value if len(found) == 1 else None


def _is_of_epochs(file: File, node: tree.Node) -> bool:
    """Whether a number is that of the epochs, under a name that says so."""
    value = resolved_expression(file.tree, node) if isinstance(node, tree.Name) else node
    return any(_EPOCHS.fullmatch(tree.last_part(one).lower()) is not None for one in (node, value))


def _epochs_of_trainer(file: File) -> float | None:
    """The number of epochs that the file's only Trainer is told."""
    made = [call for call in file.tree.all(tree.Call) if tree.last_part(call.func) == "Trainer"]
    told = CallView(file, made[0]).argument(-1, "max_epochs") if len(made) == 1 else None
    epochs = folded(file, told.node) if told is not None else None
    return epochs if epochs is not None and epochs > 0 else None


def _stepped(file: File, node: tree.Node, names: int) -> Unit:
    """After what Lightning steps a scheduler that is returned as it is, or in settings; empty if that can't be told."""
    parents = file.tree.parents
    above = parents.get(node)
    unit: Unit = "epoch"
    while isinstance(above, (tree.List, tree.Tuple, tree.Dict)):
        if isinstance(above, tree.Dict):
            said = _said(above)
            if said != "epoch":
                unit = said
            if not said:
                return ""
        node, above = above, parents.get(above)
    if isinstance(above, tree.Return):
        return unit
    named = definitions_from(file.tree, node)
    target = named[0].target if len(named) == 1 else None
    if not isinstance(target, tree.Name) or not names:
        return ""
    read = uses(file.tree, target)
    later: set[Unit] = {_said_later(file, use) or _stepped(file, use, names - 1) for use in read}
    if "batch" in later and later <= {"batch", "epoch"}:
        return "batch" if unit == "epoch" or later == {"batch"} else ""
    return unit if later == {"epoch"} else ""


def _said(settings: tree.Dict) -> Unit:
    """When a scheduler steps by the dict that it is in; empty where an entry isn't seen."""
    keys = [key.value if isinstance(key, tree.Constant) else None for key in settings.keys]
    if None in keys or _OFTEN in keys:
        return ""
    if _SCHEDULER not in keys or _WHEN not in keys:
        return "epoch"
    when = settings.values[keys.index(_WHEN)]
    said = when.value if isinstance(when, tree.Constant) else None
    return "batch" if said == "step" else "epoch" if said == "epoch" else ""


def _said_later(file: File, use: tree.Name) -> Unit:
    """When a scheduler steps by what settings are told after they were made: `scheduler["interval"] = "step"`."""
    above = file.tree.parents.get(use)
    if not isinstance(above, tree.Subscript) or not isinstance(above.index, tree.Constant):
        return ""
    given = [one for one in assignments_in(file.tree.statement(use)) if one.target is above]
    value = given[0].value if given and above.index.value == _WHEN else None
    return "batch" if isinstance(value, tree.Constant) and value.value == "step" else ""
