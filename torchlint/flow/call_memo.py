"""Calls into other files that can only give again what they gave before: a pass makes each of them only once.

Not longer: what comes of a call hangs on every file that it leads to, and what a check hangs on must be known of each.
"""

from __future__ import annotations

from collections.abc import Callable

from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import Value, ValueKind, sites_of
from torchlint.flow.state import CallSummary, Frame
from torchlint.flow.training_trace import steps_of

_PLAIN: frozenset[ValueKind] = frozenset(("number", "none", "array", "external", "batch"))


def memoised(
    frame: Frame, function: Function, args: list[Value], keywords: dict[str, Value], call: Callable[[], Value]
) -> Value:
    """What a call gives, without following it again where nothing in it can differ from the last time."""
    interpreter = frame.interpreter
    given_plainly = all(_is_plain(value) for value in (*args, *keywords.values()))
    if not given_plainly and (not interpreter.runs_callers or sites_of(args, keywords)):
        return call()
    new = args[0] if function.name == "__init__" and args else None  # `Base.__init__(**given)` hands over no object
    given = tuple(_known_by(value, value is new) for value in (*args, *keywords.values()))
    key = (function.node, frame.state.grad, bool(frame.loops), interpreter.layers.is_building, tuple(keywords), given)
    known = interpreter.results.get(key)
    if known is not None:
        interpreter.tracer.add(*known.steps)
        interpreter.tracer.changed(steps_of(known.steps))
        interpreter.layers.add_again(known.parts)
        for loop in frame.loops:
            loop.did |= known.did
        if known.trains:
            interpreter.record.training.update(frame.stack)
        return known.result
    entered, stateful, trained, cuts = interpreter.entered, interpreter.stateful, interpreter.trained, interpreter.cuts
    grad, switches = frame.state.grad, dict(frame.state.modes.switches)
    innermost = frame.loops[-1] if frame.loops else None
    before = innermost.did if innermost else set()
    if innermost is not None:
        innermost.did = set()  # to see what this call does
    steps, around = interpreter.tracer.begin(), interpreter.layers.open()
    result = call()
    interpreter.tracer.end()
    interpreter.tracer.add(*steps)
    parts = interpreter.layers.close(around)
    done = innermost.did if innermost else set()
    if innermost is not None:
        innermost.did = before | done
    after = frame.state.modes.switches
    # What was cut short here may be followed to its end from elsewhere.
    is_alone = interpreter.cuts == cuts and interpreter.stateful == stateful and frame.state.grad == grad
    is_alone = is_alone and all(after.get(source) == known for source, known in switches.items())
    # What it calls in the file that is checked is judged each time, and a model that it makes is a new one each time,
    # unless it becomes a part of one that is being built.
    if interpreter.entered == entered and is_alone and (interpreter.layers.is_building or not _makes(result)):
        interpreter.results[key] = CallSummary(result, frozenset(done), steps, interpreter.trained != trained, parts)
    return result


def _is_plain(value: Value, depth: int = 0) -> bool:
    """Whether a value is data that no model, tensor or object of the project is part of."""
    if value.sites:
        return False
    if value.kind in ("list", "tuple", "dict"):
        return depth < 2 and all(_is_plain(inside, depth + 1) for inside in value.elements)
    return value.kind in _PLAIN or (value.kind == "unknown" and value.source is None)


def _known_by(value: Value, is_new: bool) -> object:
    """What has to be the same of an argument for a call to be the same; of an object, what it holds, too."""
    if not isinstance(value.ref, Class):
        return (value.key(), value.source) if value.kind == "module" else value.key()
    changes = 0 if is_new else sum(cls.changes for cls in value.ref.lineage)
    return (value.key(), None if is_new else value.source, changes)


def _makes(value: Value, depth: int = 0) -> bool:
    """Whether a value is, or holds, a model or an object of the project."""
    if value.kind in ("list", "tuple", "dict"):
        return depth < 3 and any(_makes(inside, depth + 1) for inside in value.elements)
    return value.kind in ("module", "instance")
