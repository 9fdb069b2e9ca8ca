"""Whether what is clipped is there, and whether a step applies it."""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from .. import budget, steps, torch_state
from ..gradients import Gradient, is_readable, is_there, is_trainable, norm, parameters_of, state_of
from ..search import Roots
from ..site import Site

MOST_GRADIENTS = 4000
MOST_FOLLOWED = 8


class ClippedGradients(Site):
    """Tells what is clipped by what the call writes to: it may be given an iterator, which is not ours to use up."""

    looks_at = ("parameters", "at")
    touches_tensors = True
    rests = True

    def begin(self) -> None:
        self._before: list[Gradient] | None = None
        self._clipped: list[Gradient] = []
        self._is_vain = False
        self._is_known = False  # what is given to the call
        counts = dict.fromkeys("nothing unused applied unclear".split(), 0)
        self.facts = {**counts, "norm": 0.0, "applied_norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            if self._before is not None:
                with budget.counted():
                    self._look_after(self._before, value)
            self._before = None
        elif self.is_worth_a_look() and budget.is_left():
            given = parameters_in(value)
            held = [p for optimizer in steps.optimizers() for p in parameters_of(optimizer)]
            self._is_known = given is not None
            readable = (p for p in (held if given is None else given) if p.grad is not None and is_readable(p.grad))
            self._before = [Gradient(p) for p, _ in zip(readable, range(MOST_GRADIENTS))]

    def _look_after(self, before: list[Gradient], result: Any) -> None:
        size = float(result) if torch_state.is_tensor(result) and result.numel() == 1 else None
        written = [gradient for gradient in before if gradient.writes()]
        clipped = [p for p in (gradient.parameter for gradient in written) if p is not None and is_there(p)]
        self._clipped = [Gradient(parameter) for parameter in clipped[:MOST_FOLLOWED]]
        self.facts["norm"] = max(self.facts["norm"], size or 0.0)
        if not clipped:
            self._is_vain = self._is_known if size is None else size == 0
            self.facts["nothing" if self._is_vain else "unclear"] += 1

    def awaits_backward(self) -> bool:
        return bool(self._clipped)

    def backward(self, roots: Roots) -> None:
        if state_of(self._clipped) == "cleared":
            self._settle("unused")

    def awaits_step(self) -> bool:
        return bool(self._clipped or self._is_vain)

    def stepped(self, optimizer: Any) -> None:
        parameters = parameters_of(optimizer)
        if self._is_vain:
            self._is_vain = False
            self.facts["applied_norm"] = max(self.facts["applied_norm"], norm(parameters))
        known = {id(parameter) for parameter in parameters}
        if any(id(gradient.parameter) in known for gradient in self._clipped):
            state = state_of(self._clipped)
            self._settle({"cleared": "unused", "same": "applied", "written": "applied"}.get(state, "unclear"))

    def _settle(self, outcome: str) -> None:
        self.facts[outcome] += 1
        self._clipped = []
        self._is_vain = outcome == "unused"

    def lose(self) -> None:
        self._before = None
        self._clipped = []
        self._is_vain = False


def parameters_in(given: Any) -> list[Any] | None:
    """The parameters that a clip is given, where that can be told without asking for them; else None."""
    torch = torch_state.torch
    if isinstance(given, GeneratorType) and given.gi_code is torch.nn.Module.parameters.__code__:
        return parameters_of(given.gi_frame.f_locals["self"]) if given.gi_frame is not None else None
    if torch_state.is_tensor(given):
        return [given] if is_trainable(given) else None
    return [p for p in given if is_trainable(p)] if isinstance(given, (list, tuple)) else None
