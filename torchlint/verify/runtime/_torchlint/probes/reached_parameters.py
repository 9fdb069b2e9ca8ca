"""Whether a backward reaches parameters of an optimizer that steps after it."""

from __future__ import annotations

from typing import Any

from .. import budget, graph, torch_state
from ..gradients import parameters_of
from ..known import Known
from ..site import Site


class ReachedParameters(Site):
    """Looks at what the loss's graph leads to, and at the optimizers that step then."""

    looks_at = ("loss",)

    def begin(self) -> None:
        self._leaves: Known | None = None
        names = "losses without_graph unknown steps reaching parameters reached leaves"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not torch_state.is_tensor(value):
            self.facts["unknown"] += 1
            return
        self.facts["losses"] += 1
        self.facts["without_graph"] += value.grad_fn is None
        if self.is_worth_a_look() and budget.is_left():
            with budget.counted():
                self._leaves = Known()
                for leaf in graph.leaves([value.grad_fn]) if value.grad_fn is not None else [value]:
                    self._leaves.put(leaf)
                self.facts["leaves"] = max(self.facts["leaves"], len(self._leaves))

    def awaits_step(self) -> bool:
        return self._leaves is not None

    def stepped(self, optimizer: Any) -> None:
        leaves, self._leaves = self._leaves, None
        parameters = parameters_of(optimizer)
        if leaves is None or not parameters:
            return
        reached = sum(parameter in leaves for parameter in parameters)
        self.facts["steps"] += 1
        self.facts["reaching"] += reached > 0
        self.facts["parameters"] = max(self.facts["parameters"], len(parameters))
        self.facts["reached"] = max(self.facts["reached"], reached)

    def lose(self) -> None:
        self._leaves = None
