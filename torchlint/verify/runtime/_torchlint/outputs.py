"""Outputs of a forward, and whether a backward ever runs through them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from . import budget, graph
from .search import Roots

MOST_OUTPUTS = 64  # of the newest, a later backward is told apart from others
PATIENCE = 3  # backwards; then a call that none of them has reached is taken for one that none will
MOST_KINDS = 64  # of backwards


class Outputs:
    """Knows outputs by the sequence numbers of their nodes: a kept node would keep the graph itself."""

    def __init__(self) -> None:
        self.numbers: deque[int] = deque(maxlen=MOST_OUTPUTS)

    def add(self, nodes: Iterable[Any]) -> None:
        """Remember the nodes of an output."""
        self.numbers.extend([node._sequence_nr() for node in nodes])

    def reach(self, roots: Roots) -> bool:
        """Whether what is about to be differentiated was made from one of them."""
        return bool(self.numbers) and are_made_from(roots, self.numbers)


class Backwards:
    """Asks of each kind of backward 1, 2, 3, 4, 8, 16, ... times whether it runs through what does not seem trained.

    Backwards are of one kind if they start at nodes of the same types, which were made as many nodes later than what is
    asked for: the program has done the same in between. One that is reached once is asked each time again.
    """

    __slots__ = ("_distance", "_in_vain", "_shape", "_times", "number")

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin to ask."""
        self.number: int | None = None  # of the newest node that is asked for; None while none is
        self._in_vain: dict[Any, int] = {}
        self._shape: Any = None  # the kind of the last backward, if there is room for it, and how often it was in vain
        self._distance = 0
        self._times = 0

    def are_as_before(self, roots: Roots) -> bool:
        """Whether this backward is only counted: it is of the last one's kind, and not one to ask about."""
        if self.number is None or roots.newest - self.number != self._distance or roots.shape != self._shape:
            return False
        times = self._times + 1
        if times <= 4 or not times & (times - 1):
            return False
        self._times = times
        return True

    def reach(self, roots: Roots, numbers: Sequence[int]) -> bool:
        """Whether what is about to be differentiated was made from one of these, of which the last is the newest."""
        shape, distance = roots.shape, roots.newest - numbers[-1]
        if (shape != self._shape or distance != self._distance) and not self._turn_to(shape, distance):
            return are_made_from(roots, numbers)
        self._times = times = self._times + 1
        is_reached = (times <= 4 or not times & (times - 1)) and are_made_from(roots, numbers)
        if is_reached:
            self._times = 0
        return is_reached

    def _turn_to(self, shape: Any, distance: int) -> bool:
        """Count backwards of another kind than the last one; whether there is room to remember them."""
        if self._shape is not None:
            self._in_vain[self._shape, self._distance] = self._times
        is_kept = (shape, distance) in self._in_vain or len(self._in_vain) < MOST_KINDS
        self._shape, self._distance = (shape if is_kept else None), distance
        self._times = self._in_vain.get((shape, distance), 0)
        return is_kept


class Calls:
    """Knows calls by the nodes of their outputs, and forgets those that were differentiated."""

    def __init__(self) -> None:
        self._made = 0
        self._calls: dict[int, int] = {}  # a node's sequence number: the call that has made it
        self._passed_by: dict[int, int] = {}  # a call: backwards that ran through others and not through it

    def add(self, nodes: Iterable[Any]) -> None:
        """Remember a call by the nodes of its output."""
        self._made += 1
        self._calls.update((node._sequence_nr(), self._made) for node in nodes)
        while len(self._calls) > MOST_OUTPUTS:
            del self._calls[next(iter(self._calls))]

    def take(self, roots: Roots) -> int:
        """How many of the calls are differentiated now."""
        if not self._calls:
            return 0
        with budget.counted():
            taken = {self._calls[number] for number in roots.search.all_of(self._calls)}
        if taken:
            self._forget(taken)
        return len(taken)

    def _forget(self, taken: Collection[int]) -> None:
        """Forget calls, and those that are passed by again and again: each backward would search for them."""
        waiting = set(self._calls.values()).difference(taken)
        self._passed_by = {call: self._passed_by.get(call, 0) + 1 for call in waiting}
        self._calls = {
            number: call for number, call in self._calls.items() if self._passed_by.get(call, PATIENCE) < PATIENCE
        }


def are_made_from(roots: Roots, numbers: Collection[int]) -> bool:
    """Whether one of these nodes was seen to be made from one with such a sequence number, in the time that is left."""
    with budget.counted():
        return roots.search.has_any(numbers)


def nodes_of(value: Any) -> list[Any]:
    """The nodes of the tensors in a forward's result."""
    return [tensor.grad_fn for tensor in graph.tensors_in(value) if tensor.grad_fn is not None]
