"""Whether a step applies gradients that the backward of another loss has left."""

from __future__ import annotations

from typing import Any

from .. import budget, graph, torch_state
from ..gradients import Gradient, is_readable, is_there, norm, parameters_of
from ..known import Known
from ..search import Roots
from ..site import Site


class MixedGradients(Site):
    """Follows what one backward leaves in its parameters, to the step of an optimizer that is over some of them."""

    looks_at = ("loss", "backward", "optimizer")
    touches_tensors = True

    def begin(self) -> None:
        self._leaves: Known | None = None  # of the loss that is about to be differentiated
        self._left: dict[int, tuple[Gradient, float]] | None = None  # by parameter, with the norm
        self.facts = {**dict.fromkeys("losses steps mixed parameters".split(), 0), "left_norm": 0.0, "norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        if role == "loss":
            self._leaves = None
            if torch_state.is_tensor(value) and value.grad_fn is not None:
                self.facts["losses"] += 1
                if self.is_worth_a_look() and budget.is_left():
                    self._leaves = Known()
                    for leaf in graph.leaves([value.grad_fn]):
                        self._leaves.put(leaf)
        elif role == "backward":
            if self._leaves is not None:
                with budget.counted():
                    held = [p for p in self._leaves if p.grad is not None and is_readable(p.grad)]
                    self._left = {id(p): (Gradient(p), norm([p])) for p in held}
            self._leaves = None
        else:
            self._look_before_step(value)

    def awaits_backward(self) -> bool:
        return bool(self._left)

    def backward(self, roots: Roots) -> None:
        """Gradients that are set to zero, and added to again, would look as if they had only been added to."""
        if self._left is not None:
            self._left = {key: left for key, left in self._left.items() if is_left(left[0])}

    def _look_before_step(self, optimizer: Any) -> None:
        parameters = parameters_of(optimizer)
        followed, self._left = self._left, None
        if followed is None or not parameters:
            return
        self.facts["steps"] += 1
        left = [followed[id(p)] for p in parameters if id(p) in followed]
        norms = [size for gradient, size in left if size and is_left(gradient)]
        if norms:
            with budget.counted():
                self.facts["mixed"] += 1
                self.facts["parameters"] = max(self.facts["parameters"], len(norms))
                self.facts["left_norm"] = sum(size**2 for size in norms) ** 0.5
                self.facts["norm"] = norm(parameters)

    def awaits_step(self) -> bool:
        return False

    def lose(self) -> None:
        self._leaves = self._left = None


def is_left(gradient: Gradient) -> bool:
    """Whether a gradient is still there, as it was or added to."""
    return gradient.parameter is not None and is_there(gradient.parameter) and gradient.writes() is not None
