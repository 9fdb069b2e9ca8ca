"""Whether an operation's result carries an autograd graph, given its inputs."""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO, YES, Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def graph_of(values: list[Value]) -> tuple[int, bool]:
    """The strongest claim to a graph among values and their elements, and whether it is assumed."""
    grad, assumed = NO, True
    for value in values:
        for leaf in value.elements if value.kind in ("list", "tuple", "dict") else (value,):
            if leaf.grad and leaf.is_tensor:
                if leaf.grad > grad:
                    grad, assumed = leaf.grad, leaf.assumed
                elif leaf.grad == grad:
                    assumed = assumed and leaf.assumed
            elif grad == NO and leaf.made_by and leaf.may_carry:
                grad = MAYBE
    return grad, assumed and grad != NO


def proven_by_backward(frame: Frame, operand: tree.Node | None, value: Value) -> Value:
    """What is differentiated here, which has a graph: without one, backward() raises. Its name has one from here on.

    A tensor combined with an unknown value, for example the result of unseen code, is taken to have none before.
    """
    if value.kind != "tensor" or value.grad != NO or frame.state.grad == NO or operand is None:
        return value
    if isinstance(operand, tree.Call) and tree.last_part(operand.func) == "scale" and operand.args:
        operand = operand.args[0].value  # `scaler.scale(loss)`
    name = tree.dotted(operand)
    held = frame.scope.names.get(name) if name is not None else None
    if name is None or held is None or held.kind != "tensor" or held.grad != NO:
        return value
    origins = held.origins | {frame.origin("use", operand)}
    frame.scope.names[name] = held.replace(grad=YES, origins=origins, assumed=False)
    return value.replace(grad=YES, origins=value.origins | origins, assumed=False)
