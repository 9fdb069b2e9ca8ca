"""Backwards of trainings that stand inside a `with autocast`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace, level
from torchlint.queries import CallView, View, gradients, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class CastBackward(CallView):
    """A backward of a training under autocast."""

    node: tree.Call
    entered: View  # the autocast context


def backwards_under_autocast(file: File) -> list[CastBackward]:
    """One for each call of `backward` in a training that autocast is switched on around, in source order."""
    if not gradients.enters_autocast(file):
        return []
    found: dict[tree.Node, CastBackward] = {}
    for loop in training.trainings(file):
        for step in loop.own:
            call = step.node
            if not isinstance(call, tree.Call) or not file.holds(call) or tree.last_name(call.func) != "backward":
                continue
            if step.what != "backward" or step.by not in ("", "scaler"):
                continue
            context = gradients.autocast_around(file, call)
            if context is not None and context.types:
                found[call] = CastBackward(file, call, View(file, context.node))
        for call in _calls_with_backward(file, loop.body):
            context = gradients.autocast_around(file, call)
            if context is not None and context.types and not any(file.is_within(one, call) for one in found):
                found[call] = CastBackward(file, call, View(file, context.node))
    return sorted(found.values(), key=lambda one: one.node.start)


def _calls_with_backward(file: File, trace: Trace) -> Iterator[tree.Call]:
    """The calls in this file of functions that differentiate a plain or scaled loss, and enter no autocast."""
    for part in trace:
        if isinstance(part, Called):
            call = part.node
            own = [one for one in level(part.body) if isinstance(one, Step) and one.what == "backward"]
            is_plain = any(one.by in ("", "scaler") for one in own)
            if is_plain and isinstance(call, tree.Call) and file.holds(call) and not _speaks_of_autocast(part.function):
                yield call
            else:
                yield from _calls_with_backward(file, part.body)
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _calls_with_backward(file, way)
        elif isinstance(part, Repeat):
            yield from _calls_with_backward(file, part.body)


def _speaks_of_autocast(function: Function) -> bool:
    return "autocast" in function.unit.tree.text_of(function.node)
