"""Whether an operation's result carries an autograd graph, given its inputs."""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO, Value


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
