"""How many probabilities have rounded to 0 or 1 before their logarithm is taken, and what gradient is lost there."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..backward_aside import Unmeasured
from ..fused import compared
from ..readable import numbers, weakly
from ..search import Roots
from ..site import Site

SLACK = 1e-3  # what may be added to a probability to keep its logarithm finite
MOST_TRIES = 8  # backwards that are asked whether they run through one looked at


class Saturation(Site):
    """Looks at the probabilities before the call, at its result, and at the next backward through that."""

    looks_at = ("argument", "at")
    may_look_at = ("logits", "target")
    rests = True

    def begin(self) -> None:
        self._given: dict[str, Any] = {}
        self._is_looking = False
        self._is_finite = False
        self._number: int | None = None  # of the node whose backward is waited for
        self._tries = 0
        names = "checked unreadable numbers outside nans zeros ones wrong infinite"
        self.facts = dict.fromkeys(names.split(), 0)
        self.facts.update(closest=None, largest=None, dtype="", loss=None, gradient=None, unmeasured=0)

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            if self._is_looking:
                self._look_at_result(value)
            self._given.clear()
            self._is_looking = False
            return
        self._given[role] = weakly(value)
        if role == "argument":
            self._is_looking = self.is_worth_a_look() and budget.is_left()
            self._is_finite = False
        if self._is_looking and all(each in self._given for each in self.roles if each not in ("at", "logits")):
            with budget.counted():
                self._look(*(numbers(self._given.get(each, _nothing)()) for each in ("argument", "target", "logits")))

    def _look(self, p: Any, target: Any, logits: Any) -> None:
        if p is None or not p.is_floating_point():
            self.facts["unreadable"] += 1
            return
        if not p.numel():
            return
        if float(p.min()) < -SLACK and float(p.max()) <= SLACK and float(p.min()) >= -1 - SLACK:
            p = p + 1  # log1p takes the logarithm of what is greater by 1
        inside = p[(p > 0) & (p < 1)].double()
        nans = int(p.isnan().sum())
        self._is_finite = not nans
        zeros, ones = p == 0, p == 1
        found = {"checked": 1, "numbers": p.numel(), "nans": nans, "zeros": int(zeros.sum()), "ones": int(ones.sum())}
        found["outside"] = int(((p < -SLACK) | (p > 1 + SLACK)).sum())
        if target is not None and target.numel() == p.numel():
            found["wrong"] = int(((zeros | ones) & ((p - target).abs() > 0.5)).sum())
            if logits is not None and logits.numel() == p.numel() and not found["outside"] and not nans:
                self._compare_losses(p.double(), target.double(), logits.double())
        for name, number in found.items():
            self.facts[name] += number
        self.facts["dtype"] = str(p.dtype)
        if inside.numel():
            closest = min(float(inside.min()), float((1 - inside).min()))
            self.facts["closest"] = min(closest, self.facts["closest"] or 1.0)

    def _compare_losses(self, p: Any, y: Any, z: Any) -> None:
        """Put the plain mean of the cross entropies beside that of the fused ones."""
        if float((z.sigmoid() - p).abs().max()) > 10 * SLACK:
            return  # these are no logits of those
        self.facts["largest"] = max(float(z.abs().max()), self.facts["largest"] or 0.0)
        now = -(y * p.log().clamp_min(-100) + (1 - y) * (-p).log1p().clamp_min(-100)).mean()
        fused = (torch_state.torch.nn.functional.softplus(z) - y * z).mean()
        known = {"now": float(now), "fused": float(fused)}
        if self.facts["loss"] is None or _apart(known) > _apart(self.facts["loss"]):
            self.facts["loss"] = known

    def _look_at_result(self, result: Any) -> None:
        values = numbers(result)
        if values is None:
            return
        if self._is_finite:
            self.facts["infinite"] += int((~values.isfinite()).sum())
        node = result.grad_fn
        self._number, self._tries = (None, 0) if node is None else (node._sequence_nr(), MOST_TRIES)

    def awaits_backward(self) -> bool:
        return self._number is not None

    def backward(self, roots: Roots) -> None:
        if self._number is None or torch_state.is_out_of_bounds() or not budget.is_left():
            return
        torch = torch_state.torch
        with budget.counted(), torch_state.undisturbed(), torch.no_grad():
            try:
                several = [compared(root, self._number) for root in roots]
            except (Unmeasured, RuntimeError, AttributeError):
                self.facts["unmeasured"] += 1  # the user's own code, packed tensors, another PyTorch
                self._number = None
                return
        self._tries -= 1
        found = next((each for each in several if each is not None), None)
        if found is not None:
            self._note(found._asdict())
        if found is not None or self._tries <= 0:
            self._number = None

    def _note(self, found: dict[str, Any]) -> None:
        worst = self.facts["gradient"]
        kept = found if worst is None or _lost(found) > _lost(worst) else worst
        self.facts["gradient"] = {**kept, "looks": 1 + (worst["looks"] if worst else 0)}


def _nothing() -> None:
    return None


def _apart(losses: dict[str, float]) -> float:
    return abs(losses["now"] - losses["fused"]) / max(abs(losses["fused"]), 1e-12)


def _lost(gradient: dict[str, Any]) -> tuple[int, float]:
    return gradient["broken"], 1 - gradient["now"] / gradient["fused"] if gradient["fused"] else 0.0
