"""What a forward saves for a backward, and whether one ever comes."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..graph import Walk, tensors_in
from ..outputs import Outputs, nodes_of
from ..search import Roots
from ..site import Site


class HeldActivations(Site):
    """Looks at the result of each call, and at every backward."""

    looks_at = ("result",)

    def begin(self) -> None:
        self._outputs = Outputs()
        names = "with_graph without_graph unknown grad_enabled differentiated nodes own saved opaque"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not any(True for _ in tensors_in(value)):
            self.facts["unknown"] += 1
            return
        self.facts["grad_enabled"] += torch_state.torch.is_grad_enabled()
        nodes = nodes_of(value)
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

    def backward(self, roots: Roots) -> None:
        if self.facts["differentiated"] < 3 and self._outputs.reach(roots):
            self.facts["differentiated"] += 1
