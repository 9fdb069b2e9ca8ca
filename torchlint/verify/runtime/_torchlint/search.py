"""What a backward runs through: one search for all who ask."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

from . import budget, graph

MOST_NODES = 20_000
FEW_NODES = 500  # what is searched of a graph when the time for larger work is used up


class Search:
    """The sequence numbers of some nodes and of those below them, the newest first, as far down as was asked for.

    Numbers grow along the forward pass, so nothing that is older than a node can have been made from it.
    """

    def __init__(self, roots: Iterable[Any], most_nodes: int = MOST_NODES) -> None:
        self._most_nodes = most_nodes
        self._seen: set[Any] = set()
        self._waiting: list[tuple[int, int, Any]] = []
        self._found: set[int] = set()
        self._put(roots)

    def has_any(self, numbers: Collection[int]) -> bool:
        """Whether one of these numbers was seen below the roots."""
        for oldest in (max(numbers), min(numbers)):  # in a training it is the newest
            self._go_down_to(oldest)
            if not self._found.isdisjoint(numbers):
                return True
        return False

    def all_of(self, numbers: Collection[int]) -> set[int]:
        """Those of these numbers that were seen below the roots."""
        self._go_down_to(min(numbers))
        return self._found.intersection(numbers)

    def _go_down_to(self, oldest: int) -> None:
        while self._waiting and -self._waiting[0][0] >= oldest and len(self._seen) <= self._most_nodes:
            negative, _, node = heapq.heappop(self._waiting)
            if graph.leaf_of(node) is None:  # the number of a parameter's end of the graph says nothing
                self._found.add(-negative)
                self._put(following for following, _ in node.next_functions if following is not None)

    def _put(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            if node not in self._seen:
                self._seen.add(node)
                heapq.heappush(self._waiting, (-node._sequence_nr(), len(self._seen), node))


class Roots(list[Any]):
    """The nodes at which a backward starts, with the search below them."""

    def __init__(self, nodes: Collection[Any]) -> None:
        super().__init__(nodes)
        self.newest: int  # of their sequence numbers
        self.shape: Any  # their types, and how long before the newest each was made
        if len(self) == 1:
            self.newest, self.shape = self[0]._sequence_nr(), type(self[0]).__name__
        else:
            numbers = [root._sequence_nr() for root in self]
            self.newest = max(numbers, default=0)
            self.shape = tuple([(type(root).__name__, self.newest - number) for root, number in zip(self, numbers)])

    @cached_property
    def search(self) -> Search:
        """The search below them, once somebody asks: how far it goes depends on the time that is left."""
        return Search(self, MOST_NODES if budget.is_left() else FEW_NODES)
