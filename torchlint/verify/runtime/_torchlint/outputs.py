"""Outputs of a forward, and whether a backward ever runs through one of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from typing import Any

from . import budget, graph

MOST_OUTPUTS = 64  # of the newest, a later backward is told apart from others
FEW_NODES = 500  # what is searched of a graph when the time for larger work is used up


class Outputs:
    """Knows outputs by the sequence numbers of their nodes: a kept node would keep the graph itself."""

    def __init__(self) -> None:
        self._numbers: deque[int] = deque(maxlen=MOST_OUTPUTS)

    def add(self, nodes: Iterable[Any]) -> None:
        """Remember the nodes of an output."""
        self._numbers.extend(node._sequence_nr() for node in nodes)

    def reach(self, roots: Iterable[Any]) -> bool:
        """Whether what is about to be differentiated was made from one of them."""
        return bool(self._numbers) and are_made_from(roots, self._numbers)


def are_made_from(roots: Iterable[Any], numbers: Collection[int]) -> bool:
    """Whether one of these nodes was seen to be made from one with such a sequence number, in the time that is left."""
    with budget.counted():
        most = graph.MOST_NODES if budget.is_left() else FEW_NODES
        return any(graph.depends(node, numbers, most) for node in roots)


def nodes_of(value: Any) -> list[Any]:
    """The nodes of the tensors in a forward's result."""
    return [tensor.grad_fn for tensor in graph.tensors_in(value) if tensor.grad_fn is not None]
