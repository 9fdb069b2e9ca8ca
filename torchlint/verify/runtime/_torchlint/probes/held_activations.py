"""What a forward saves for a backward, and whether one ever comes."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..graph import Walk, tensors_in
from ..outputs import Backwards, Outputs
from ..search import Roots
from ..site import Site

ENOUGH_BACKWARDS = 3  # through what a call gave; then nobody asks any more


class HeldActivations(Site):
    """Looks at the result of each call, and at every backward."""

    looks_at = ("result",)

    def begin(self) -> None:
        self._outputs = Outputs()
        self._backwards = Backwards()
        names = "with_graph without_graph unknown grad_enabled differentiated nodes own saved opaque"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        tensors = list(tensors_in(value))
        if not tensors:
            self.facts["unknown"] += 1
            return
        self.facts["grad_enabled"] += torch_state.torch.is_grad_enabled()
        nodes = [tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None]
        if not nodes:
            self.facts["without_graph"] += 1
            return
        self.facts["with_graph"] += 1
        self._outputs.add(nodes)
        if self.is_worth_a_look() and budget.is_left():
            with budget.counted():
                walk = Walk(nodes)
            if walk.saved_bytes >= self.facts["saved"]:
                self.facts.update(nodes=walk.nodes, own=walk.own_bytes, saved=walk.saved_bytes, opaque=walk.opaque)

    def awaits_backward(self) -> bool:
        return bool(self._outputs.numbers) and self.facts["differentiated"] < ENOUGH_BACKWARDS

    def backward(self, roots: Roots) -> None:
        self.facts["differentiated"] += self._backwards.reach(roots, self._outputs.numbers)
