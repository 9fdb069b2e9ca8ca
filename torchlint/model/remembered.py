"""Calls into other files that are given nothing but plain data: what came of them is remembered within a reading.

Not longer: what comes of a call hangs on every file that it leads to, and what a check hangs on must be known of each.
"""

from __future__ import annotations

from collections.abc import Callable

from torchlint.model.definitions import Function
from torchlint.model.frame import Frame, Remembered
from torchlint.model.steps import steps_of
from torchlint.model.values import Value

_PLAIN = frozenset(("number", "none", "array", "external", "batch"))


def remembered(
    frame: Frame, function: Function, args: list[Value], keywords: dict[str, Value], call: Callable[[], Value]
) -> Value:
    """What a call gives, without following it again where nothing in it can differ from the last time."""
    machine = frame.machine
    given = (*args, *keywords.values())
    if not all(_is_plain(value) for value in given):
        return call()
    key = (function.node, frame.state.grad, bool(frame.loops), tuple(keywords), tuple(value.key() for value in given))
    known = machine.results.get(key)
    if known is not None:
        machine.tracer.add(*known.steps)
        machine.tracer.changed(steps_of(known.steps))
        for loop in frame.loops:
            loop.did |= known.did
        if known.trains:
            machine.record.training.update(frame.stack)
        return known.result
    entered, stateful, trained = machine.entered, machine.stateful, machine.trained
    grad, switches = frame.state.grad, dict(frame.state.modes.switches)
    innermost = frame.loops[-1] if frame.loops else None
    before = innermost.did if innermost else set()
    if innermost is not None:
        innermost.did = set()  # to see what this call does
    steps = machine.tracer.begin()
    result = call()
    machine.tracer.end()
    machine.tracer.add(*steps)
    done = innermost.did if innermost else set()
    if innermost is not None:
        innermost.did = before | done
    is_alone = machine.stateful == stateful and frame.state.grad == grad and frame.state.modes.switches == switches
    # What it calls in the file that is checked is judged each time, and a model that it makes is a new one each time.
    if machine.entered == entered and is_alone and not _makes(result):
        machine.results[key] = Remembered(result, frozenset(done), steps, machine.trained != trained)
    return result


def _makes(value: Value, depth: int = 0) -> bool:
    """Whether a value is, or holds, a model or an object of the project."""
    if value.kind in ("list", "tuple", "dict"):
        return depth < 3 and any(_makes(inside, depth + 1) for inside in value.elements)
    return value.kind in ("module", "instance")


def _is_plain(value: Value, depth: int = 0) -> bool:
    """Whether a value is data that no model, tensor or object of the project is part of."""
    if value.sites:
        return False
    if value.kind in ("list", "tuple", "dict"):
        return depth < 2 and all(_is_plain(inside, depth + 1) for inside in value.elements)
    return value.kind in _PLAIN or (value.kind == "unknown" and value.source is None)
