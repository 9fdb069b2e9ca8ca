"""Graphs of what is differentiated that still hold what was recorded before earlier backwards."""

from __future__ import annotations

from typing import Any

from .. import budget, graph
from ..monitor import Monitor, Rise
from ..places import Place, here

MOST_LOOKS = 16  # at one place
MOST_PLACES = 200
NO_NUMBER = (1 << 64) - 1  # what a parameter's end of the graph has in the place of one


class _Place:
    """What looks at the backwards of one place have found."""

    def __init__(self) -> None:
        self.looks = 0
        self.old = Rise()  # nodes


class GraphGrowth(Monitor):
    """Counts nodes at the backwards for steps 1, 2, 3, 4, 8, 16, ... of each optimizer, and those of them that are old.

    Nodes are numbered as they are recorded: what is older than the end of the last graph was not recorded for this one.
    """

    light = frozenset({"backward_begins"})

    def begin(self) -> None:
        self._backwards = 0
        self._end = -1  # the number of the newest node that was differentiated so far
        self._places: dict[Place, _Place] = {}

    def backward_due(self, starts: list[Any]) -> None:
        roots = [node for node in starts if graph.leaf_of(node) is None]
        if roots and budget.is_left():
            with budget.counted():
                self._look(roots)

    def backward_begins(self, starts: list[Any]) -> None:
        is_of_graph = False
        for node in starts:
            number = node._sequence_nr()
            if number < NO_NUMBER:
                is_of_graph = True
                self._end = max(self._end, number)
        self._backwards += is_of_graph

    def _look(self, roots: list[Any]) -> None:
        place = here()
        if place is None or (place not in self._places and len(self._places) >= MOST_PLACES):
            return
        seen = self._places.setdefault(place, _Place())
        if seen.looks < MOST_LOOKS:
            nodes = (node for node in graph.nodes_behind(roots) if graph.leaf_of(node) is None)
            numbers = [node._sequence_nr() for node in nodes]
            old = sum(number <= self._end for number in numbers)
            seen.looks += 1
            seen.old.add(old, {"backward": self._backwards + 1, "nodes": len(numbers), "old": old})

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        return [
            (place, {"looks": seen.old.longest}) for place, seen in self._places.items() if len(seen.old.longest) > 1
        ]
