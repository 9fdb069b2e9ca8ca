"""The dispatch: handlers register for kinds of expressions, statements and callees, and run through these functions.

No transfer function imports another module's handlers: all of them call these functions, and `fixpoint` imports the
modules that register.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from torchlint.domain.joins import join
from torchlint.domain.kinds import ValueKind
from torchlint.domain.values import MAYBE, NO, UNKNOWN, Value
from torchlint.flow.state import Frame, OutOfWork
from torchlint.flow.weight_aliases import HOLDING, note_read
from torchlint.syntax import tree

# Whether a statement ends its body: nothing after it runs.
Ends = bool
# What a call is given.
Arguments = list[Value]
Keywords = dict[str, Value]

_Evaluator = Callable[[Frame, Any], Value]
_Executor = Callable[[Frame, Any], Ends]
_Caller = Callable[[Frame, Value, Arguments, Keywords, tree.Call], Value]

_EVALUATORS: dict[type[tree.Node], _Evaluator] = {}
_EXECUTORS: dict[type[tree.Node], _Executor] = {}
_CALLERS: dict[ValueKind, _Caller] = {}  # by kind of value

_Key = TypeVar("_Key")
_Handler = TypeVar("_Handler", bound=Callable[..., Any])


def evaluate(frame: Frame, node: tree.Expression) -> Value:
    """The value of an expression; while recording, it is stored in the facts."""
    handler = _EVALUATORS.get(node.__class__)
    if handler is None:
        return UNKNOWN
    value = handler(frame, node)
    interpreter = frame.interpreter
    interpreter.work += 1
    if interpreter.records_facts:
        # Note what it is; where it was something else from another chain of calls, what both have in common.
        values, chain, graphs = interpreter.facts.values, frame.chain, interpreter.recorded_graphs
        old = values.get(node)
        known = value if old is None or old is value or interpreter.recorded_from[node] == chain else join(old, value)
        if value.kind == "tensor":
            # A chain that runs again replaces its own value, and not that another one has made a graph there.
            if value.grad:
                graphs[node] = chain
            elif known.grad == NO and graphs.get(node, chain) != chain:
                known = known.replace(grad=MAYBE)
        values[node] = known
        interpreter.recorded_from[node] = chain
        if interpreter.facts.weight_snapshots and value.kind in HOLDING:
            note_read(frame, node, value)
    return value


def execute(frame: Frame, body: list[tree.Statement]) -> Ends:
    """Run statements in order; returns whether they leave the body before its end. Raises OutOfWork."""
    interpreter = frame.interpreter
    for statement in body:
        if interpreter.work > interpreter.most_work:
            raise OutOfWork
        handler = _EXECUTORS.get(statement.__class__)
        if handler is not None and handler(frame, statement):
            return True
    return False


def call_value(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    """The result of calling a value; if no handler is registered for its kind, it is called as unknown code."""
    handler = _CALLERS.get(callee.kind) or _CALLERS["unknown"]
    return handler(frame, callee, args, keywords, node)


def evaluates(*kinds: type[tree.Node]) -> Callable[[_Handler], _Handler]:
    """Register a function as the handler for expressions of these kinds."""
    return _registering(_EVALUATORS, kinds)


def executes(*kinds: type[tree.Node]) -> Callable[[_Handler], _Handler]:
    """Register a function as the handler for statements of these kinds."""
    return _registering(_EXECUTORS, kinds)


def calls(*kinds: ValueKind) -> Callable[[_Handler], _Handler]:
    """Register a function as the handler for calling values of these kinds."""
    return _registering(_CALLERS, kinds)


def _registering(table: dict[_Key, Any], kinds: tuple[_Key, ...]) -> Callable[[_Handler], _Handler]:
    def register(handler: _Handler) -> _Handler:
        table.update(dict.fromkeys(kinds, handler))
        return handler

    return register
