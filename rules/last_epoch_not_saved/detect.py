"""Loops that save what they train every few passes, but not in the last one, where nothing else saves it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, View
from torchlint.syntax import tree
from torchlint.syntax.conditions import conjuncts

from .detect_numbers import Number, number, shifted
from .detect_saves import other_saves, saves_in, saves_weights

if TYPE_CHECKING:
    from torchlint.queries import File

_RANGES = frozenset(("range", "trange"))
# What may stand around a range and keeps its order: `tqdm(range(10))`, `progress.track(range(10))`.
_KEEPS_ORDER = re.compile(r"(?i)tqdm|prog|bar|track|^(list|tuple|iter)$")
# Words of a loop that trains; what is called after the data to train with, or after a trained model, says nothing.
_TRAINS = re.compile(
    r"(?i)(?<!pre)train(?!ed|_?(set|data|load|path|dir|file|im(age|g)|sampl|label|index|idx|list|x\b|y\b))"
    r"|fit\w*\(|backward\(|\.step\(|optimi[sz]e"
)


class Passes(NamedTuple):
    """A loop that counts its passes."""

    loop: tree.For | tree.While
    counter: str  # what holds the number, as text
    last: Number  # the number of the last pass
    is_end_plain: bool  # whether the last number is one less than what the code names


class Interval(NamedTuple):
    """`(epoch + shift) % every == left`."""

    every: Number
    shift: int
    left: int


class _Save(NamedTuple):
    """A call that may save weights, and when it does."""

    call: tree.Call
    interval: Interval


@dataclass(frozen=True, slots=True, eq=False)
class EarlySave(CallView):
    """The last call that saves weights in a loop."""

    repeated_by: View  # the loop
    counter: str
    every: str  # as it is written
    last_saved: int | None  # the number of the last pass that saves
    last: int | None  # that of the last pass; None where it is not known
    is_sure: bool


def saves_before_the_end(file: File) -> Iterator[EarlySave]:
    """One such call for each loop, in source order."""
    found: list[tuple[Passes, list[_Save]]] = []
    counted: set[tree.Call] = set()
    for passes in _loops(file):
        calls = saves_in(file, passes.loop)
        saves = [_Save(call, interval) for call in calls if (interval := _interval(file, passes, call)) is not None]
        counted.update(one.call for one in saves)
        if len(saves) == len(calls) and _trains_to_the_end(file, passes.loop):
            found.append((passes, saves))
    found = [(passes, saves) for passes, saves in found if any(saves_weights(file, one.call) for one in saves)]
    early = [(passes, saves) for passes, saves in found if all(_misses_last(passes, one.interval) for one in saves)]
    if not early or other_saves(file, counted):
        return  # something else saves the best weights, or the last ones
    for passes, saves in early:
        last = next(one for one in reversed(saves) if saves_weights(file, one.call))
        yield _early(file, passes, last.call, last.interval)


def _early(file: File, passes: Passes, call: tree.Call, interval: Interval) -> EarlySave:
    every, last = interval.every, passes.last
    saved = None
    if last.value is not None and every.value is not None:
        saved = last.value - (last.value + interval.shift - interval.left) % every.value
    is_sure = saved is not None and last.is_written and every.is_written
    known = last.value if saved is not None else None
    return EarlySave(file, call, View(file, passes.loop), passes.counter, every.text, saved, known, is_sure)


def _misses_last(passes: Passes, interval: Interval) -> bool:
    """Whether the last pass is not one of those that save."""
    every, last = interval.every.value, passes.last.value
    if every is None or every < 2:
        return False  # each pass saves, or that is not known
    if last is None:
        return passes.is_end_plain and interval.shift == interval.left
    return last >= every and (last + interval.shift - interval.left) % every != 0


def _loops(file: File) -> list[Passes]:
    """The loops that count, with the number of each pass, which nothing else changes, in source order."""
    found = [_of_range(file, loop) for loop in file.tree.all(tree.For)]
    found += [_of_test(file, loop) for loop in file.tree.all(tree.While)]
    counting = [passes for passes in found if passes is not None]
    return sorted(counting, key=lambda one: one.loop.start)


def _of_range(file: File, loop: tree.For) -> Passes | None:
    counter = tree.dotted(loop.target)
    over = resolved_expression(file.tree, loop.iter)
    call = _range_inside(over)
    if counter is None or call is None or tree.positional(call, 2) is not None:
        return None
    if any(one.name == counter for part in loop.body for one in assignments_in(part)):
        return None
    end = tree.positional(call, 1) or tree.positional(call, 0)
    return _passes(file, loop, counter, end) if end is not None else None


def _range_inside(over: tree.Node) -> tree.Call | None:
    """The range that a loop goes through in its order, perhaps with a progress bar around it."""
    while isinstance(over, tree.Call) and tree.last_part(over.func) not in _RANGES:
        if not over.args or not _KEEPS_ORDER.search(tree.last_name(over.func)):
            return None
        over = over.args[0].value
    return over if isinstance(over, tree.Call) else None


def _of_test(file: File, loop: tree.While) -> Passes | None:
    """`while epoch < epochs: ...; epoch += 1`."""
    test = loop.test
    counter = tree.dotted(test.left) if isinstance(test, tree.Compare) and test.ops == ["<"] else None
    if counter is None or not isinstance(test, tree.Compare):
        return None
    changes = [one.node for part in loop.body for one in assignments_in(part) if one.name == counter]
    step = loop.body[-1]
    if changes != [step] or not isinstance(step, tree.AugmentedAssign) or step.op not in ("+", "+="):
        return None
    is_one = tree.integer_literal(step.value) == 1
    return _passes(file, loop, counter, test.comparators[0]) if is_one else None


def _passes(file: File, loop: tree.For | tree.While, counter: str, end: tree.Expression) -> Passes:
    known = number(file, end)
    last = Number(known.value - 1 if known.value is not None else None, known.is_written, known.text)
    return Passes(loop, counter, last, tree.dotted(resolved_expression(file.tree, end)) is not None)


def _trains_to_the_end(file: File, loop: tree.For | tree.While) -> bool:
    """Whether a loop trains, and nothing ends it before its last pass."""
    if loop.orelse or file.tree.own(loop, tree.Return) or not _TRAINS.search(file.tree.text_of(loop)):
        return False
    return all(file.tree.above(one, tree.For, tree.While) is not loop for one in file.tree.own(loop, tree.Break))


def _interval(file: File, passes: Passes, call: tree.Call) -> Interval | None:
    """In which passes a call runs, as a condition around it says that is about nothing else."""
    inside: tree.Node = call
    for above in file.tree.around(call):
        if above is passes.loop:
            return None
        if isinstance(above, tree.If) and inside in above.body:
            parts = [part for one in conjuncts(above.test) for part in conjuncts(one)]
            for part in parts:
                interval = _of_condition(file, passes.counter, part)
                if interval is not None:
                    return interval
        inside = above
    return None


def _of_condition(file: File, counter: str, test: tree.Expression) -> Interval | None:
    """`epoch % n == 0`, `(epoch + 1) % n == 0`, `not epoch % n`."""
    left = 0
    if isinstance(test, tree.Compare) and test.ops == ["=="]:
        literal = tree.integer_literal(test.comparators[0])
        if literal is None:
            return None
        divided: tree.Expression = test.left
        left = literal
    elif isinstance(test, tree.UnaryOp) and test.op == "not":
        divided = test.operand
    else:
        return None
    if not isinstance(divided, tree.BinaryOp) or divided.op != "%":
        return None
    counted, shift = shifted(divided.left)
    return Interval(number(file, divided.right), shift, left) if tree.dotted(counted) == counter else None
