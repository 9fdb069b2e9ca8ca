"""Methods of tensors: which keep the graph, detach, or store tensors."""

from __future__ import annotations

from torchlint.domain.origins import NO_ORIGINS
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import MAYBE, NO, NONE, NUMBER, TRUE, YES, Value, sequence, tensor, truth_of
from torchlint.flow.accumulation import note_added
from torchlint.flow.assignment import rebind
from torchlint.flow.cuda_environment import note_start
from torchlint.flow.facts import MoveFact
from torchlint.flow.frozen_modules import set_trainable
from torchlint.flow.graphs import graph_of
from torchlint.flow.host_sync import note_method
from torchlint.flow.state import Frame
from torchlint.knowledge.meanings import LOGISTIC, SOFTMAX, keeps_meaning, meaning_made
from torchlint.knowledge.operations import WATCHED, operations
from torchlint.knowledge.torch_api import Fact, method
from torchlint.syntax import tree

# What gives values and their indices: of these only the values carry a graph.
_PAIRS = operations("values-and-indices")
# What puts a tensor on a device that its caller names.
_MOVES = frozenset(("to", "cuda"))


def tensor_method(
    frame: Frame, receiver: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """The result of `tensor.name(...)`."""
    if name == "backward":
        frame.differentiate(receiver)
        return NONE
    if receiver.kind == "output" and name in ("items", "values", "keys"):
        return sequence((receiver.as_tensor(),) * 2)
    known = method(name)
    if known is None:
        return receiver.replace(made_by="", source=None) if receiver.kind == "output" else _unknown_method(receiver)
    record(frame, node, f"torch.Tensor.{name}")
    if receiver.kind == "output" and not (args or keywords) and gives_pair(name, known, args, keywords):
        return receiver.replace(made_by="", source=None)  # perhaps the `mode()` of a distribution that a model returns
    if known.returns == "handle":
        return Value("handle")  # dies with the graph that the tensor is part of
    if name == "requires_grad_":
        grad = NO if truth_of(args[0] if args else keywords.get("requires_grad", TRUE)) is False else YES
        if receiver.made_by == "parameter":
            set_trainable(frame, receiver.source, node, trainable=grad != NO)
        if grad and receiver.grad == NO and not receiver.assumed:
            receiver = receiver.replace(origins=frame.leaf(node, receiver.origins))
        return _in_place(frame, node, receiver.replace(grad=grad))
    if not known.differentiable and (known.sync or known.returns == "tensor"):
        frame.cut(receiver)  # its numbers are used; its shape has none
    note_method(frame, node, name)
    if name in _MOVES:
        _note_move(frame, node)
    if name == "cuda":
        note_start(frame, node)
    if known.inplace:
        _write_past_the_graph(frame, node)
    if name == "numpy" and receiver.grad:
        guesses = {origin for origin in receiver.origins if frame.interpreter.tracer.is_guess(origin)}
        frame.interpreter.facts.graph_free |= guesses or receiver.origins  # raises for a tensor that requires grad
    if known.returns in ("number", "bool", "none"):
        return NUMBER if known.returns != "none" else NONE
    grad, assumed = graph_of([receiver, *args, *keywords.values()])
    grad = frame.graph(grad) if known.differentiable else NO
    origins = receiver.origins | origins_of_arguments(args, {})
    made_by, source = meaning_of(name, receiver, node)
    proven = receiver.proven and known.returns == "tensor"
    if not grad:
        origins = frame.gradless(origins) if known.differentiable else NO_ORIGINS
    result = Value("tensor", grad, made_by, None, (), origins, source, assumed, proven)
    if name in WATCHED:
        result = frame.watched(result, node)
    addend = tree.positional(node, 0)
    if name == "add_" and args and addend is not None and isinstance(node.func, tree.Attribute):
        result = note_added(frame, node, node.func.value, addend, receiver, args[0], result)
    if name in ("detach_",) or (known.inplace and grad):
        _in_place(frame, node, result)
    if gives_pair(name, known, args, keywords):
        frame.cut(receiver)  # the indices depend on its numbers
        return Value("tuple", items=(result, tensor(NO, proven=proven)))
    if known.returns == "list":
        return sequence((result, result))
    return result


def _note_move(frame: Frame, node: tree.Call) -> None:
    """Record a move in the checked file that may run many times."""
    if frame.interpreter.records_facts and frame.unit.is_target and (frame.inside_forward or frame.loops):
        frame.interpreter.facts.moves.append(MoveFact(node, frame.where))


def gives_pair(name: str, known: Fact, others: list[Value], keywords: dict[str, Value]) -> bool:
    """Whether an operation returns values and indices: `t.sort()`, and `t.max(1)`, but not `t.max()`."""
    by_dim = bool(others or "dim" in keywords) and not (others and others[0].is_tensor)
    return name in _PAIRS and (by_dim or known.returns == "tensors")


def _unknown_method(receiver: Value) -> Value:
    """The result of a method that tensors don't have, so that this must be another kind of object."""
    return Value("tensor", min(receiver.grad, MAYBE), origins=receiver.origins, assumed=True)


def meaning_of(name: str, operand: Value, node: tree.Node) -> tuple[str, tree.Node | None]:
    """What an operation does to its operand's numbers, and the node that did it last."""
    made = meaning_made(name)
    if made:
        return made, node
    if keeps_meaning(name):
        return operand.made_by, operand.source
    if name == "log" and operand.made_by == "softmax":
        return "log-softmax", node
    return "", None


def _in_place(frame: Frame, node: tree.Call, value: Value) -> Value:
    """Bind the receiver's name, or the item that it is, to the changed tensor."""
    func = node.func
    if isinstance(func, tree.Attribute) and (name := tree.dotted(func.value)):
        home = frame.scope.holder(name) if isinstance(func.value, tree.Name) else frame.scope
        home = home or frame.scope
        home.names[name] = value
        if isinstance(func.value, tree.Attribute):
            home.with_attributes.add(name.partition(".")[0])
    elif isinstance(func, tree.Attribute) and isinstance(func.value, (tree.Subscript, tree.Call)):
        rebind(frame, func.value, value)  # `sums["loss"].add_(loss)`
    return value


def _write_past_the_graph(frame: Frame, node: tree.Call) -> None:
    """`p.data.clamp_(0.01, 0.99)` changes the values of `p` behind autograd's back."""
    name, _, attribute = (tree.dotted(node.func) or "").partition(".")
    home = frame.scope.holder(name) if attribute.startswith("data.") else None
    if home is not None and home.names[name].made_by in (SOFTMAX, LOGISTIC):
        home.names[name] = home.names[name].replace(made_by="", source=None)


def record(frame: Frame, node: tree.Call, name: str) -> None:
    """Record by which documented name something was called."""
    if frame.interpreter.records_facts:
        frame.interpreter.facts.callees.setdefault(node, set()).add(name)
        if frame.state.grad != NO:
            frame.interpreter.facts.with_grad.add(node)
