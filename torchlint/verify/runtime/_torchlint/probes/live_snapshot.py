"""Whether weights that the program keeps are changed by later steps."""

from __future__ import annotations

import sys
import weakref
from collections import deque
from typing import Any

from .. import budget, graph, torch_state
from ..gradients import parameters_of
from ..readable import numbers
from ..site import Site

MOST_KEPT = 4
MOST_TENSORS = 16
SAMPLE = 64  # numbers of a tensor, of which a copy is kept


class Kept:
    """A few tensors of what was kept, and their first numbers as they were."""

    def __init__(self, tensors: list[Any]) -> None:
        some = tensors[:: max(1, len(tensors) // MOST_TENSORS)][:MOST_TENSORS]
        self._tensors = [(weakref.ref(tensor), first) for tensor in some if (first := first_of(tensor)) is not None]
        self.steps = 0

    def compare(self) -> tuple[int, int, float]:
        """How many of the tensors are still there, how many have other numbers, and by how much at most."""
        there = [(tensor, first) for reference, first in self._tensors if (tensor := reference()) is not None]
        moved = [float((first_of(tensor) - first).abs().max()) for tensor, first in there]
        return len(there), sum(each != 0 for each in moved), max(moved, default=0.0)


class LiveSnapshot(Site):
    """Looks at what is kept, and again when optimizers have stepped, as long as the program has it."""

    looks_at = ("snapshot",)
    touches_tensors = True

    def begin(self) -> None:
        self._kept: deque[Kept] = deque(maxlen=MOST_KEPT)
        self._steps = 0
        self._next = 1
        self.facts = {**dict.fromkeys("kept unknown steps tensors changed unchanged".split(), 0), "moved": 0.0}

    def visit(self, role: str, value: Any) -> None:
        tensors = tensors_of(value)
        if not tensors:
            self.facts["unknown"] += 1
            return
        self.facts["kept"] += 1
        if budget.is_left():
            with budget.counted():
                self._kept.append(Kept(tensors))
            self._steps, self._next = 0, 1

    def awaits_step(self) -> bool:
        return bool(self._kept)

    def stepped(self, optimizer: Any) -> None:
        self._steps += 1
        for kept in self._kept:
            kept.steps += 1
        if self._steps < self._next or not budget.is_left():
            return
        self._next = self._steps * 2
        with budget.counted():
            for kept in self._kept:
                self._look(kept)

    def _look(self, kept: Kept) -> None:
        there, changed, moved = kept.compare()
        if there and not changed:
            self.facts["unchanged"] = max(self.facts["unchanged"], kept.steps)
        elif changed >= self.facts["changed"]:
            self.facts["changed"], self.facts["tensors"] = changed, max(there, 1)
            self.facts["steps"] = max(self.facts["steps"], kept.steps)
            self.facts["moved"] = max(self.facts["moved"], moved)


def tensors_of(value: Any) -> list[Any]:
    """The tensors with fractions that a state dict or another container holds, or the parameters of a module."""
    if torch_state.torch is None:
        return []
    if isinstance(value, torch_state.torch.nn.Module):
        return parameters_of(value)
    if is_array(value):
        return [value]
    return [tensor for tensor in graph.tensors_in(value) if tensor.is_floating_point()]


def is_array(value: Any) -> bool:
    """Whether a value is a NumPy array, which may share a tensor's memory."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is numpy.ndarray and value.dtype.kind == "f"


def first_of(tensor: Any) -> Any:
    """A copy of a tensor's first numbers; None where they can't be read."""
    row = numbers(torch_state.torch.from_numpy(tensor) if is_array(tensor) else tensor)
    return None if row is None else row[:SAMPLE].to("cpu", torch_state.torch.float64, copy=True)
