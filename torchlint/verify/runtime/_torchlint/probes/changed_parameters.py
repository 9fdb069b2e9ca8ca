"""Whether a backward goes through a forward whose parameters have been changed since."""

from __future__ import annotations

import weakref
from collections import deque
from typing import Any

from .. import budget, graph, torch_state
from ..outputs import Outputs, nodes_of
from ..search import Roots
from ..site import Site

MOST_FORWARDS = 4


class Output:
    """One output of a forward, and how often each parameter that it was made from had been written to."""

    def __init__(self, node: Any) -> None:
        self.outputs = Outputs()
        self.outputs.add([node])
        self._versions = [(weakref.ref(leaf), leaf._version) for leaf in graph.leaves([node])]

    def count(self) -> tuple[int, int]:
        """How many of the parameters have been written to since, and how many there are."""
        there = [(leaf(), version) for leaf, version in self._versions]
        alive = [(leaf, version) for leaf, version in there if leaf is not None]
        return sum(leaf._version != version for leaf, version in alive), len(alive)


class ChangedParameters(Site):
    """Looks at a forward's result, and at the loss when its backward is called; then at whether that comes back."""

    looks_at = ("forward", "loss", "at")

    def begin(self) -> None:
        self._forwards: deque[list[Output]] = deque(maxlen=MOST_FORWARDS)
        self._is_changed = False
        names = "forwards backwards changed came_back changed_parameters parameters unrelated unknown"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "forward":
            nodes = nodes_of(value)
            if nodes and self.is_worth_a_look() and budget.is_left():
                with budget.counted():
                    self._forwards.append([Output(node) for node in nodes])
                    self.facts["forwards"] += 1
        elif role == "loss":
            self._look_before_backward(value)
        else:
            self.facts["came_back"] += self._is_changed
            self._is_changed = False

    def _look_before_backward(self, loss: Any) -> None:
        self._is_changed = False
        node = loss.grad_fn if torch_state.is_tensor(loss) else None
        if node is None:
            self.facts["unknown"] += 1
            return
        roots = Roots([node])
        counts = [one.count() for forward in self._forwards for one in forward if one.outputs.reach(roots)]
        if not counts:
            self.facts["unrelated"] += 1  # to the forwards that were looked at
            return
        changed, parameters = max(counts)
        self.facts["backwards"] += 1
        if changed:
            self._is_changed = True
            self.facts["changed"] += 1
            self.facts["changed_parameters"] = max(self.facts["changed_parameters"], changed)
        self.facts["parameters"] = max(self.facts["parameters"], parameters)
