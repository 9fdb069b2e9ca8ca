"""What gradient a choice hands to an operation whose results it has not chosen, and what that makes of it."""

from __future__ import annotations

from typing import Any

from .. import budget, graph, torch_state
from ..backward_aside import Unmeasured, asked, between, carried
from ..readable import plain
from ..site import Site

MOST_NODES = 8  # that one operation is made of


class MaskedGradient(Site):
    """Asks the nodes of the graph, aside, from the choice down through the operation to what that works on."""

    looks_at = ("operand", "singular", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("checked without_graph unmeasured numbers broken chosen".split(), 0)
        self.lose()

    def lose(self) -> None:
        self._is_looking = False
        self._oldest = -1
        self._node: Any = None

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self.lose()
            self._is_looking = self.is_worth_a_look() and budget.is_left()
        if not self._is_looking:
            return
        node = value.grad_fn if torch_state.is_tensor(value) else None
        if role == "operand":
            self._oldest = -1 if node is None else node._sequence_nr()
        elif role == "singular":
            self._node = node
        else:
            with budget.counted():
                self._look(value)
            self.lose()

    def _look(self, chosen: Any) -> None:
        result = plain(chosen)
        if result is None or self._node is None or chosen.grad_fn is None:
            self.facts["without_graph"] += 1
            return
        torch, root = torch_state.torch, chosen.grad_fn
        with torch_state.undisturbed(), torch.no_grad():
            try:
                started = {root: [torch.ones_like(result)]}
                arrived = carried(between(root, [self._node]), started, [self._node], asked)
                made = list(self._through(arrived[self._node])) if arrived else []
            except (Unmeasured, RuntimeError, AttributeError):
                made = []  # the user's own code, packed tensors, another PyTorch
        if not made:
            self.facts["unmeasured"] += 1
            return
        self.facts["checked"] += 1
        self.facts["numbers"] += made[-1].numel()
        self.facts["broken"] += max(int((~each.isfinite()).sum()) for each in made)
        self.facts["chosen"] += int((~result.isfinite()).sum())

    def _through(self, arrived: list[Any]) -> Any:
        """The gradients that each node of the operation hands on: `1 / x` is two nodes."""
        waiting = [(self._node, arrived)]
        for node, gradients in waiting:
            for (following, output), made in zip(node.next_functions, asked(node, gradients)):
                if not torch_state.is_tensor(made):
                    continue
                yield made
                is_leaf = following is None or graph.leaf_of(following) is not None
                if is_leaf or following._sequence_nr() <= self._oldest or len(waiting) >= MOST_NODES:
                    continue
                if self._oldest >= 0 or type(following).__name__.startswith("Reciprocal"):
                    waiting.append((following, [None] * output + [made]))
