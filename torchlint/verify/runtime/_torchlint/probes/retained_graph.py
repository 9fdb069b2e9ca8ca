"""Whether the graph that hangs on an accumulator grows with each step, and what it keeps in memory."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

from .. import budget, graph, memory, torch_state
from ..found import NotFound, found
from ..search import Roots
from ..site import Site

MOST_STEPS = 20_000
FIRST_VISITS = 8
ENOUGH_STEPS = 3
ENOUGH_BACKWARDS = 8  # after as many, nobody asks any more whether there are some


class RetainedGraph(Site):
    """Keeps sequence numbers of the nodes that steps have added: a kept node would keep the graph itself."""

    looks_at = ("accumulator",)
    looks_after = "at"
    asks_backwards = True

    def begin(self) -> None:
        self.steps: deque[int] = deque(maxlen=MOST_STEPS)
        self._differentiated: list[int] = []  # steps whose own backward has run
        self._kind: type | None = None
        self._is_sum = True
        self._is_too_large = False  # to be walked through again
        counts = "with_graph without_graph unknown differentiated chained outlived bound"
        self.facts = {**dict.fromkeys(counts.split(), 0), "walks": []}

    def visit(self, role: str, value: Any) -> None:
        root, path = value
        try:
            accumulated = found(root, path) if path else root
        except NotFound:
            self.facts["unknown"] += 1
            return
        if torch_state.torch is None:
            self.facts["unknown"] += 1
            return
        newest = newest_number(accumulated)
        facts, counted = self.facts, self.counted
        if newest is not None:
            facts["with_graph"] += 1
            if type(accumulated) is not self._kind:
                self._kind = type(accumulated)
                self._is_sum = isinstance(accumulated, torch_state.torch.Tensor)
                facts["bound"] = 0
            if isinstance(accumulated, deque):
                facts["bound"] = accumulated.maxlen or 0
            self.steps.append(newest)
            if facts["differentiated"] < ENOUGH_BACKWARDS:
                self.backwards.number = newest
            if (
                counted.count >= counted.next_look
                and self.is_worth_a_look()
                and not self._is_too_large
                and self._is_affordable()
            ):
                with budget.counted():
                    self._walk(accumulated)
        elif is_known(accumulated):
            self.facts["without_graph"] += 1
            self._forget()
        else:
            self.facts["unknown"] += 1

    def _is_affordable(self) -> bool:
        """Whether a walk may be made: once it is known that steps pile up, further ones only tell how many."""
        is_settled = self.visits > FIRST_VISITS and self.facts["chained"] >= ENOUGH_STEPS
        return budget.is_plenty_left() if is_settled else budget.is_left()

    def _walk(self, accumulated: Any) -> None:
        tensors = list(graph.tensors_in(accumulated))
        walk = graph.Walk(tensor.grad_fn for tensor in tensors)
        device = next(tensor.device for tensor in tensors if tensor.grad_fn is not None)
        self._is_too_large = walk.is_cut
        chained = sum(step in walk.numbers for step in self.steps)
        self.facts["chained"] = max(self.facts["chained"], chained)
        outlived = sum(step in walk.numbers for step in self._differentiated)
        self.facts["outlived"] = max(self.facts["outlived"], outlived)
        known = {"visit": self.visits, "chained": chained, "nodes": walk.nodes, "saved": walk.saved_bytes}
        counted = {"device": device.type, "memory": memory.used_bytes(device)}
        beside = walk.bytes_beside(tensors)
        seen = {"own": walk.own_bytes, "tensors": beside, "opaque": walk.opaque, "cut": walk.is_cut}
        said = {**known, **seen, **counted}
        self.facts["walks"] = [*self.facts["walks"][-5:], said]

    def _forget(self) -> None:
        self.steps.clear()
        self.backwards.number = None

    def awaits_backward(self) -> bool:
        return self.backwards.number is not None

    def backward(self, roots: Roots) -> None:
        newest = self.steps[-1]
        if not self.backwards.reach(roots, (newest,)):
            return
        self.facts["differentiated"] += 1
        if self._is_sum:
            self._forget()
        else:
            self._differentiated.append(newest)  # one element, or all: that shows in what is left later
            if self.facts["differentiated"] >= ENOUGH_BACKWARDS:
                self.backwards.number = None


def newest_number(accumulated: Any) -> int | None:
    """The number of the node that the last step has added to a sum or a container, or None."""
    tensors = torch_state.torch.Tensor
    if isinstance(accumulated, tensors):
        node = accumulated.grad_fn
        return None if node is None else node._sequence_nr()
    newest: int | None = None
    for part in ends(accumulated):
        for tensor in (part,) if isinstance(part, tensors) else graph.tensors_in(part, 2):
            node = tensor.grad_fn
            if node is not None:
                number = node._sequence_nr()
                newest = number if newest is None or number > newest else newest
    return newest


def ends(accumulated: Any) -> list[Any]:
    """Where a container has grown: its first and its last element."""
    if isinstance(accumulated, (list, tuple, deque)):
        return [accumulated[0], accumulated[-1]] if accumulated else []
    if isinstance(accumulated, dict):
        return list(islice(reversed(accumulated.values()), 1))
    return [accumulated]


def is_known(accumulated: Any) -> bool:
    """Whether a value without a node is sure to carry no graph: a number, tensors, or a container of those."""
    if torch_state.is_tensor(accumulated) or isinstance(accumulated, (int, float, complex)):
        return True
    if isinstance(accumulated, (dict, list, tuple, deque)):
        return all(map(is_known, ends(accumulated)))
    return any(True for _ in graph.tensors_in(accumulated, 2))
