"""Places where a tensor's values are copied to the host, which waits for the device."""

from __future__ import annotations

from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.facts import HostSyncFact
from torchlint.flow.state import Frame
from torchlint.knowledge.graph_breaks import SHAPES
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

# Methods that bring a tensor's numbers to the host, and builtins that do so if they are given a tensor.
_FETCHING = operations("fetch")
_READING = frozenset(("float", "int", "print", "str", "format", "round"))
# Those of them that fail with what is neither a number nor a tensor, as some other output of a model.
_OF_NUMBERS = frozenset(("float", "int", "round"))
# Operations that give as many numbers as the values decide, functions and methods.
_COUNTING = frozenset(name.rpartition(".")[2] for name in SHAPES)


def note_method(frame: Frame, node: tree.Call, name: str) -> None:
    """Record a method call on a tensor if it copies values to the host."""
    if name in _FETCHING and isinstance(node.func, tree.Attribute):
        _note(frame, node, node.func.value)
    elif name in _COUNTING and isinstance(node.func, tree.Attribute):
        _note(frame, node, node.func.value, is_for_shape=True)


def note_function(frame: Frame, node: tree.Call, last: str) -> None:
    """Record a call of one of torch's functions if the shape of its result depends on values: `torch.where(mask)`."""
    if node.args and (last in _COUNTING or (last == "where" and len(node.args) == 1)):
        _note(frame, node, node.args[0].value, is_for_shape=True)


def note_mask(frame: Frame, node: tree.Subscript, value: Value, index: Value) -> None:
    """Record that a tensor is indexed with another one, which may be a mask: `x[x > 0]`."""
    if value.is_tensor and (index.kind == "tensor" or isinstance(node.index, tree.Compare)):
        _note(frame, node, node.value, is_for_shape=True)


def note_builtin(frame: Frame, node: tree.Call, name: str, args: list[Value]) -> None:
    """Record a call of a builtin if it reads a tensor's values."""
    if name in _READING:
        for argument, value in zip(node.args, args):
            if value.kind == "tensor" or (value.is_tensor and name in _OF_NUMBERS):
                _note(frame, node, argument.value)


def note_scalar(frame: Frame, node: tree.Call, args: list[Value]) -> None:
    """Record a SummaryWriter's `add_scalar(tag, loss, step)`, which writes a tensor as a number."""
    if len(args) > 1 and args[1].kind == "tensor":
        _note(frame, node, node.args[1].value)


def note_logged(frame: Frame, node: tree.Call, given: tree.Expression) -> None:
    """Record a tracker's `log({"loss": loss})`, which writes tensors as numbers: the first one, or what holds them."""
    values = frame.interpreter.facts.values
    value = values.get(given, UNKNOWN)
    written = given.values if isinstance(given, tree.Dict) else ()
    tensors = (one for one in written if values.get(one, UNKNOWN).kind == "tensor")
    first = next(tensors, None)
    if first is not None:
        _note(frame, node, first, is_logged=True)
    elif value.is_tensor or (value.kind == "dict" and any(one.kind == "tensor" for one in value.elements)):
        _note(frame, node, given, is_logged=True)


def note_condition(frame: Frame, test: tree.Expression) -> None:
    """Record that an `if` asks a tensor for its truth: `if loss > 5`, `if isnan(loss) or ...`."""
    asked = test
    while isinstance(asked, tree.BoolOp) or (isinstance(asked, tree.UnaryOp) and asked.op == "not"):
        # Of several conditions, only the first one is always asked.
        asked = asked.values[0] if isinstance(asked, tree.BoolOp) else asked.operand
    note_text(frame, asked, frame.interpreter.facts.values.get(asked, UNKNOWN))


def note_text(frame: Frame, node: tree.Expression, value: Value) -> None:
    """Record that a tensor is formatted into a string."""
    if value.kind == "tensor":
        _note(frame, node, node)


def note_formatted(frame: Frame, given: tree.Expression) -> None:
    """Record the tensors that `"..." % given` formats: `given` itself, or elements of the tuple, starred ones, too."""
    for element in given.elements if isinstance(given, tree.Tuple) else (given,):
        inner = element.value if isinstance(element, tree.Starred) else element
        note_text(frame, inner, frame.interpreter.facts.values.get(inner, UNKNOWN))


def note_format_method(frame: Frame, node: tree.Call) -> None:
    """Record the tensors that `"...".format(...)` formats."""
    for argument in node.args:
        note_text(frame, argument.value, frame.interpreter.facts.values.get(argument.value, UNKNOWN))


def _note(
    frame: Frame,
    node: tree.Expression,
    operand: tree.Expression,
    *,
    is_for_shape: bool = False,
    is_logged: bool = False,
) -> None:
    if frame.interpreter.records_facts and (frame.loops or frame.inside_forward or _trains(frame)):
        frame.interpreter.facts.host_syncs.append(HostSyncFact(node, operand, frame.where, is_for_shape, is_logged))


def _trains(frame: Frame) -> bool:
    """Whether a function differentiates that this code is in, or is called from."""
    return any(function.usage.trains for function in frame.stack)
