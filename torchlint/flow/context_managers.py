"""`with`: what entering a context manager binds and switches, and what leaving it restores."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.modes import Modes
from torchlint.domain.values import NONE, UNKNOWN, Value
from torchlint.flow.assignment import bind
from torchlint.flow.function_calls import call_function
from torchlint.flow.interpreter import Ends, evaluate, execute, executes
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import note
from torchlint.syntax import tree

# The project's own context managers that restore modes, and the modes before they were entered.
_Restored = dict[tree.WithItem, tuple[Class, Modes]]


@executes(tree.With)
def _with(frame: Frame, node: tree.With) -> Ends:
    before = frame.state.grad
    entered = []
    restored: _Restored = {}
    for item in node.items:
        value = evaluate(frame, item.context)
        entered.append(value)
        if value.kind == "instance" and isinstance(value.ref, Class) and _restores_modes(value.ref):
            restored[item] = value.ref, frame.state.modes.copy()
        value = _enter(frame, value, item.context)
        if item.target is not None:
            bind(frame, item.target, value)
    returned = len(frame.left_with)
    ended = execute(frame, node.body)
    for value, item in zip(entered, node.items):
        if value.kind == "handle":
            frame.remove(value)  # handles are context managers
        if value.kind in ("grad-mode", "instance") or _is_stack(item.context):
            frame.state.grad = before  # an ExitStack leaves what was entered on it
        _leave(frame, value, item, restored)
    after = frame.state.modes
    for place in range(returned, len(frame.left_with)):  # a `return` inside leaves them, too
        frame.state.modes = frame.left_with[place]
        for value, item in zip(entered, node.items):
            if value.kind in ("grad-mode", "instance"):
                _leave(frame, value, item, restored)
        frame.left_with[place] = frame.state.modes
    frame.state.modes = after
    return ended


def _restores_modes(cls: Class) -> bool:
    """Whether the project's own context manager notes the modes of models, and restores them."""
    leave = cls.method("__exit__")
    return leave is not None and any(map(_puts_back, tree.walk(leave.node)))


def _restore_modes(frame: Frame, cls: Class, before: Modes) -> None:
    """Put the models that such a context manager has switched back in their modes."""
    enter = cls.method("__enter__")
    within = set(tree.walk(enter.node)) if enter is not None else set()
    for source, switches in list(frame.state.modes.switches.items()):
        if any(switch.node in within for switch in switches):
            frame.state.modes.put(source, before.of(source))


def _puts_back(node: tree.Node) -> bool:
    """Whether this is `model.train(mode)`, with a mode that was noted."""
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute) or node.func.attr != "train":
        return False
    return len(node.args) == 1 and not isinstance(node.args[0].value, tree.Constant)


def _enter(frame: Frame, value: Value, node: tree.Expression) -> Value:
    """The value that a `with` binds; entering also switches the grad mode, if the context manager does that."""
    if value.kind == "grad-mode":
        frame.state.grad = value.grad
        return UNKNOWN
    if value.kind == "instance" and isinstance(value.ref, Class) and (method := value.ref.method("__enter__")):
        return call_function(frame, method, [value], {}, node)
    return value


def _leave(frame: Frame, context: Value, item: tree.WithItem, restored: _Restored) -> None:
    """End a `with`: restore what its context manager restores."""
    node = item.context
    if context.kind == "grad-mode":
        for source, switches in context.switched_on_exit.items():
            frame.state.modes.put(source, switches)
    elif any(origin.what == "scaled within" and origin.node is node for origin in context.origins):
        note(frame, "unscale", node, UNKNOWN)
    elif context.kind == "instance" and isinstance(context.ref, Class) and (method := context.ref.method("__exit__")):
        call_function(frame, method, [context, NONE, NONE, NONE], {}, node)
        if item in restored:
            _restore_modes(frame, *restored[item])


def _is_stack(node: tree.Expression) -> bool:
    """Whether a `with` is over a contextlib.ExitStack."""
    name = tree.dotted(node.func) if isinstance(node, tree.Call) else None
    return name is not None and name.endswith("ExitStack")
