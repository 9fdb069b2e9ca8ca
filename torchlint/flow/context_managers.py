"""`with`: what entering a context manager binds and switches, and what leaving it restores."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.values import NONE, UNKNOWN, Value
from torchlint.flow.assignment import bind
from torchlint.flow.function_calls import call_function
from torchlint.flow.interpreter import Ends, evaluate, execute, executes
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import note
from torchlint.syntax import tree


@executes(tree.With)
def _with(frame: Frame, node: tree.With) -> Ends:
    before = frame.state.grad
    entered = []
    for item in node.items:
        value = evaluate(frame, item.context)
        entered.append(value)
        value = _enter(frame, value, item.context)
        if item.target is not None:
            bind(frame, item.target, value)
    ended = execute(frame, node.body)
    for value, item in zip(entered, node.items):
        if value.kind == "handle":
            frame.remove(value)  # handles are context managers
        if value.kind in ("grad-mode", "instance") or _is_stack(item.context):
            frame.state.grad = before  # an ExitStack leaves what was entered on it
        _leave(frame, value, item.context)
    return ended


def _enter(frame: Frame, value: Value, node: tree.Expression) -> Value:
    """The value that a `with` binds; entering also switches the grad mode, if the context manager does that."""
    if value.kind == "grad-mode":
        frame.state.grad = value.grad
        return UNKNOWN
    if value.kind == "instance" and isinstance(value.ref, Class) and (method := value.ref.method("__enter__")):
        return call_function(frame, method, [value], {}, node)
    return value


def _leave(frame: Frame, context: Value, node: tree.Expression) -> None:
    """End a `with`: restore what its context manager restores."""
    if context.kind == "grad-mode":
        for source, switches in context.switched_on_exit.items():
            frame.state.modes.put(source, switches)
    elif any(origin.what == "scaled within" and origin.node is node for origin in context.origins):
        note(frame, "unscale", node, UNKNOWN)
    elif context.kind == "instance" and isinstance(context.ref, Class) and (method := context.ref.method("__exit__")):
        call_function(frame, method, [context, NONE, NONE, NONE], {}, node)


def _is_stack(node: tree.Expression) -> bool:
    """Whether a `with` is over a contextlib.ExitStack."""
    name = tree.dotted(node.func) if isinstance(node, tree.Call) else None
    return name is not None and name.endswith("ExitStack")
