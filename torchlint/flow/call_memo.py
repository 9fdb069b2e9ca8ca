"""The memo of calls into other files: a call that can only return the same again is run once per pass.

It is not kept longer, since a result depends on every file that it leads to, and a check has to know all its
dependencies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from torchlint.binding.symbols import Class, Function
from torchlint.domain.kinds import ValueKind
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import Value
from torchlint.flow.mode_effects import make_parts_again
from torchlint.flow.settings import holds_only_data, is_settings, known_by
from torchlint.flow.state import CallSummary, Frame
from torchlint.flow.training_trace import Called, steps_of
from torchlint.syntax import tree

_PLAIN: frozenset[ValueKind] = frozenset(("number", "none", "array", "external", "batch"))


def memoised(
    frame: Frame,
    function: Function,
    args: list[Value],
    keywords: dict[str, Value],
    node: tree.Node,
    call: Callable[[], Value],
) -> Value:
    """The result of a call, taken from the memo if nothing that it depends on can differ."""
    interpreter = frame.interpreter
    given_plainly = all(_is_plain(frame, value) for value in (*args, *keywords.values()))
    if not given_plainly and (not interpreter.runs_callers or origins_of_arguments(args, keywords)):
        return call()
    new = args[0] if function.name == "__init__" and args else None  # `Base.__init__(**given)` hands over no object
    given = tuple(_known_by(frame, value, value is new) for value in (*args, *keywords.values()))
    key = (function.node, frame.state.grad, bool(frame.loops), interpreter.layers.is_building, tuple(keywords), given)
    known = interpreter.call_results.get(key)
    if known is not None:
        interpreter.tracer.add(*(replace(one, node=node) if isinstance(one, Called) else one for one in known.steps))
        interpreter.tracer.changed(steps_of(known.steps))
        interpreter.layers.add_again(known.parts)
        for loop in frame.loops:
            loop.did |= known.did
        if known.trains:
            interpreter.facts.training.update(frame.stack)
        if new is not None and function.constructs_module:
            make_parts_again(frame, new)
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
        interpreter.call_results[key] = CallSummary(
            result, frozenset(done), steps, interpreter.trained != trained, parts
        )
    return result


def _is_plain(frame: Frame, value: Value, depth: int = 0) -> bool:
    """Whether a value is data without models, tensors or objects of the project."""
    if value.origins:
        return False
    if value.kind in ("list", "tuple", "dict"):
        return depth < 2 and all(_is_plain(frame, inside, depth + 1) for inside in value.elements)
    if is_settings(value):
        return holds_only_data(frame, value)
    return value.kind in _PLAIN or (value.kind == "unknown" and value.source is None)


def _known_by(frame: Frame, value: Value, is_new: bool) -> object:
    """The part of an argument that must be equal for two calls to be equal; of an object, also its attributes."""
    if is_settings(value):
        return known_by(frame, value)
    if not isinstance(value.ref, Class):
        return (value.key(), value.source) if value.kind == "module" else value.key()
    changes = 0 if is_new else sum(cls.changes for cls in value.ref.lineage)
    return (value.key(), None if is_new else value.source, changes)


def _makes(value: Value, depth: int = 0) -> bool:
    """Whether a value is, or contains, a model or an object of the project."""
    if value.kind in ("list", "tuple", "dict"):
        return depth < 3 and any(_makes(inside, depth + 1) for inside in value.elements)
    return value.kind in ("module", "instance")
