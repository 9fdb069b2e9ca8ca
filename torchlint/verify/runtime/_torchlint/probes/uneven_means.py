"""Whether the means that are differentiated for one step are over different numbers of elements."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..site import Site

IGNORED = -100  # PyTorch's own `ignore_index`


class UnevenMeans(Site):
    """Counts what each mean is over: its divisor, or the targets that it does not ignore."""

    looks_at = ("at",)
    may_look_at = ("target", "ignored", "divisor")
    touches_tensors = True

    def begin(self) -> None:
        self._ignored: Any = IGNORED
        self._count: float | None = None
        self._counts: list[float] = []  # since the last step
        names = "means unknown steps several uneven"
        self.facts = {**dict.fromkeys(names.split(), 0), "least": None, "most": None}

    def visit(self, role: str, value: Any) -> None:
        if role == "ignored":
            self._ignored = value
        elif role == "at":
            count, self._count = self._count, None
            self.facts["unknown" if count is None else "means"] += 1
            if count is not None and getattr(value, "requires_grad", torch_state.torch.is_grad_enabled()):
                self._counts.append(count)  # a model's output is no tensor, but holds one
        elif budget.is_left():
            with budget.counted():
                self._count = self._count_of(role, value)

    def _count_of(self, role: str, value: Any) -> float | None:
        if not torch_state.is_tensor(value):
            return float(value) if isinstance(value, (int, float)) else None
        if role == "divisor":
            return float(value) if value.numel() == 1 else None
        return None if value.is_floating_point() else float((value != self._ignored).sum())

    def awaits_step(self) -> bool:
        return bool(self._counts)

    def stepped(self, optimizer: Any) -> None:
        counts, self._counts = self._counts, []
        self.facts["steps"] += 1
        self.facts["several"] += len(counts) > 1
        least, most = min(counts), max(counts)
        if least != most:
            self.facts["uneven"] += 1
            if self.facts["most"] is None or most * self.facts["least"] > self.facts["most"] * least:
                self.facts.update(least=least, most=most)

    def lose(self) -> None:
        self._count = None
        self._counts = []
