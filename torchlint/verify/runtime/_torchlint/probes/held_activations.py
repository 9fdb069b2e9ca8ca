"""What a forward saves for a backward, and whether one ever comes."""

from __future__ import annotations

import weakref
from typing import Any

from .. import budget, memory, torch_state
from ..graph import Walk, tensors_in
from ..outputs import Outputs
from ..search import Roots
from ..site import Site

ENOUGH_BACKWARDS = 3  # through what a call gave; then nobody asks any more
MOST_RESULTS = 1000  # of which it is known whether they are still there


class HeldActivations(Site):
    """Looks at the result of each call, and at every backward."""

    looks_at = ("result",)
    asks_backwards = True

    def begin(self) -> None:
        self._outputs = Outputs()
        names = "with_graph without_graph unknown grad_enabled differentiated nodes own saved opaque"
        self._results: list[Any] = []  # weakly, with a graph each
        self.facts = {**dict.fromkeys(names.split(), 0), "at_once": 0, "peak": 0, "in_use": None, "device": ""}

    def visit(self, role: str, value: Any) -> None:
        torch, facts = torch_state.torch, self.facts
        tensors = [value] if torch is not None and isinstance(value, torch.Tensor) else list(tensors_in(value))
        if not tensors:
            facts["unknown"] += 1
            return
        facts["grad_enabled"] += torch.is_grad_enabled()
        nodes, first = [], None
        for tensor in tensors:
            node = tensor.grad_fn  # made anew whenever it is asked for
            if node is not None:
                nodes.append(node)
                first = tensor if first is None else first
        if not nodes:
            facts["without_graph"] += 1
            return
        facts["with_graph"] += 1
        self._outputs.add(nodes)
        if facts["differentiated"] < ENOUGH_BACKWARDS:
            self.backwards.number = self._outputs.numbers[-1]
        if len(self._results) < MOST_RESULTS:
            self._results.append(weakref.ref(first))
        if self.counted.count >= self.counted.next_look and self.is_worth_a_look() and budget.is_left():
            with budget.counted():
                walk = Walk(nodes)
            if walk.saved_bytes >= facts["saved"]:
                facts.update(nodes=walk.nodes, own=walk.own_bytes, saved=walk.saved_bytes, opaque=walk.opaque)
                self._look_at_all()

    def _look_at_all(self) -> None:
        """Count what all results that are still there hold at once, and what is in use on their device."""
        there = [tensor for result in self._results if (tensor := result()) is not None]
        self._results = list(map(weakref.ref, there))
        nodes = [tensor.grad_fn for tensor in there if tensor.grad_fn is not None]
        walk = Walk(nodes)
        if nodes and walk.saved_bytes + walk.own_bytes > self.facts["peak"]:
            device = there[-1].device
            peak = walk.saved_bytes + walk.own_bytes
            in_use = memory.used_bytes(device)
            self.facts.update(at_once=len(nodes), peak=peak, in_use=in_use, device=device.type)

    def end(self) -> None:
        """What is kept to the end is at its most then."""
        if self._results and not self.facts["differentiated"] and budget.is_left():
            with budget.counted(), torch_state.torch.no_grad():
                self._look_at_all()

    def awaits_backward(self) -> bool:
        return self.backwards.number is not None

    def backward(self, roots: Roots) -> None:
        self.facts["differentiated"] += self.backwards.reach(roots, self._outputs.numbers)
        if self.facts["differentiated"] >= ENOUGH_BACKWARDS:
            self.backwards.number = None
