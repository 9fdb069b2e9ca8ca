"""Whether an operation's result carries an autograd graph, given its inputs."""

from __future__ import annotations

from torchlint.domain.origins import Origins, limited
from torchlint.domain.values import MAYBE, NO, YES, Value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def graph_of(values: list[Value]) -> tuple[int, bool]:
    """The strongest claim to a graph among values and their elements, and whether it is assumed."""
    grad, assumed = NO, True
    for value in values:
        for leaf in _leaves(value):
            if leaf.grad and leaf.is_tensor:
                if leaf.grad > grad:
                    grad, assumed = leaf.grad, leaf.assumed
                elif leaf.grad == grad:
                    assumed = assumed and leaf.assumed
            elif grad == NO and leaf.made_by and leaf.may_carry:
                grad = MAYBE
    return grad, assumed and grad != NO


def graph_given(frame: Frame, values: list[Value]) -> tuple[int, bool]:
    """Whether what is computed of these values carries a graph here, and whether that is assumed."""
    grad, assumed = graph_of(values)
    if not grad and any(leaf.kind in ("unknown", "star") for value in values for leaf in _leaves(value)):
        grad, assumed = MAYBE, True
    return frame.graph(grad), assumed


def with_graph(result: Value, grad: int, origins: Origins, *, assumed: bool, depth: int = 0) -> Value:
    """The result of code that ran without gradients, with the graph that it has for its caller."""
    if result.kind in ("tensor", "output", "unknown"):
        made = result if result.is_tensor else Value("output")
        return made.replace(
            grad=grad, origins=limited(result.origins | origins), assumed=assumed or not result.is_tensor
        )
    if result.kind in ("tuple", "list") and depth < 3:
        inside = tuple(with_graph(one, grad, origins, assumed=assumed, depth=depth + 1) for one in result.items)
        return result.replace(items=inside)
    return result


def _leaves(value: Value) -> tuple[Value, ...]:
    return value.elements if value.kind in ("list", "tuple", "dict") else (value,)


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
