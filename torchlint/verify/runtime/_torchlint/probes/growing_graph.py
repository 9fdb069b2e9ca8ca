"""Whether the graph of a loss grows from one backward to the next."""

from __future__ import annotations

from typing import Any

from .. import budget, graph, torch_state
from ..site import Site

MOST_SIZES = 12


class GrowingGraph(Site):
    """Counts the nodes of the graph behind a loss, at visits that are further and further apart."""

    looks_at = ("loss",)

    def begin(self) -> None:
        self.facts = {"losses": 0, "unknown": 0, "cut": 0, "walks": []}

    def visit(self, role: str, value: Any) -> None:
        node = value.grad_fn if torch_state.is_tensor(value) else None
        if node is None:
            self.facts["unknown"] += 1
            return
        self.facts["losses"] += 1
        if len(self.facts["walks"]) < MOST_SIZES and self.is_worth_a_look() and budget.is_left():
            with budget.counted():
                walk = graph.Walk([node])
            self.facts["cut"] += walk.is_cut
            self.facts["walks"] = [*self.facts["walks"], {"visit": self.visits, "nodes": walk.nodes}]
