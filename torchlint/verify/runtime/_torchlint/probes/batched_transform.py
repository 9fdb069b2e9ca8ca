"""What the work on one sample costs, and what the same work costs on a batch of copies of them."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from .. import batching, budget, torch_state
from ..batching import CannotCompare
from ..site import Site

MOST_SAMPLES = 32
MOST_TIMES = 101  # of which the median is told: now and then, a process has to wait for its turn


class BatchedTransform(Site):
    """Copies the operands of the first samples in one process, the main one or a first worker; the rest it times."""

    looks_at = ("result",)
    may_look_at = ("callee", "first", "second")

    def begin(self) -> None:
        self._began: float | None = None
        self._callee: Any = None  # a transform of torch or torchvision
        self._times: deque[float] = deque(maxlen=MOST_TIMES)
        self._operands: list[Any] = []
        self._samples: list[tuple[Any, ...]] = []
        self._work: batching.Work | None = None
        self.facts = {"timed": 0, "each": 0.0, "unknown": 0, "samples": 0, "compared": None, "why": ""}

    def visit(self, role: str, value: Any) -> None:
        if torch_state.torch is None:
            self.facts["unknown"] += role == "result"
        elif role == "result":
            self._made(value)
        else:
            begin = time.perf_counter()
            if self._is_collecting():
                self._collect(role, value)
            now = time.perf_counter()
            self._began = now if self._began is None else self._began + now - begin  # less what copying has cost

    def _is_collecting(self) -> bool:
        return not self.facts["why"] and self.facts["samples"] < MOST_SAMPLES and is_first_process()

    def _collect(self, role: str, value: Any) -> None:
        try:
            if role == "callee":
                self._callee = batching.transform_of(value)
            else:
                self._operands.append(batching.copied(value))
        except CannotCompare as why:
            self._give_up(why)

    def _made(self, result: Any) -> None:
        began, self._began = self._began, None
        operands, self._operands = tuple(self._operands), []
        if began is None or not (torch_state.is_tensor(result) or hasattr(result, "shape")):
            self.facts["unknown"] += 1
            return
        self.facts["timed"] += 1
        self._times.append(time.perf_counter() - began)
        if operands and self._is_collecting() and budget.is_left():
            with budget.counted():
                self._compare(operands, result)

    def _compare(self, operands: tuple[Any, ...], result: Any) -> None:
        try:
            if self._work is None:
                self._work = self._callee or batching.operator_of(operands, result)
            self._callee = None
            self._samples.append(operands)
            self.facts["samples"] = len(self._samples)
            if len(self._samples) == MOST_SAMPLES:
                self.facts["compared"] = batching.compare(self._work, self._samples)
                self._forget()
        except CannotCompare as why:
            self._give_up(why)

    def end(self) -> None:
        """Say how long a sample takes as a rule."""
        if self._times:
            self.facts["each"] = sorted(self._times)[len(self._times) // 2]

    def _give_up(self, why: CannotCompare) -> None:
        self.facts["why"] = str(why)
        self._forget()

    def _forget(self) -> None:
        self._samples, self._operands, self._work, self._callee = [], [], None, None


def is_first_process() -> bool:
    """Whether this is the main process, or the first of a loader's workers: one of them is enough."""
    info = torch_state.worker_info()
    return info is None or info.id == 0
