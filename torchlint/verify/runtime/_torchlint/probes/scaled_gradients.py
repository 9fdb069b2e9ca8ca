"""Whether gradients are clipped while they are still multiplied by the scale of a GradScaler."""

from __future__ import annotations

import math
import weakref
from typing import Any

from .. import torch_state
from ..site import Site


class ScaledGradients(Site):
    """Asks the scaler, which keeps for each optimizer whether it has unscaled its gradients since the last update."""

    looks_at = ("at", "scaler", "optimizer")

    def begin(self) -> None:
        self._scaler: Any = None  # a weak reference
        self._optimizer = 0  # its identity, by which the scaler knows it
        self._is_open = False  # whether the clip of this pass is not told yet
        self.facts = {**dict.fromkeys("scaled unscaled off unknown".split(), 0), "scale": None, "norm": None}

    def visit(self, role: str, value: Any) -> None:
        if role == "scaler":
            self._scaler = weakref.ref(value)
        elif role == "optimizer":
            self._optimizer = id(value)
            if self._is_open:  # the first pass: what is not unscaled now was not at the clip either
                self._is_open = False
                self._settle("unknown" if self._state() == "unscaled" else self._state())
        elif self.is_worth_a_look():
            self.facts["norm"] = norm_in(value) or self.facts["norm"]
            self._is_open = self._scaler is None
            if not self._is_open:
                self._settle(self._state())

    def _settle(self, state: str) -> None:
        self.facts[state] += 1
        if state == "scaled":
            self.facts["scale"] = float(vars(self._scaler())["_scale"])

    def _state(self) -> str:
        """What the scaler has noted of the optimizer's gradients."""
        known = getattr(self._scaler(), "__dict__", {})
        states = known.get("_per_optimizer_states")
        if known.get("_enabled") is False:
            return "off"
        if not isinstance(states, dict) or not torch_state.is_tensor(known.get("_scale")):
            return "unknown"  # a scaler of another kind
        if self._optimizer not in states:
            return "scaled"
        stage = getattr(states[self._optimizer].get("stage"), "name", "")
        return {"READY": "scaled", "UNSCALED": "unscaled"}.get(stage, "unknown")


def norm_in(result: Any) -> float | None:
    """The norm that a clip gives back, if it is one: of the gradients of a skipped step, it is not finite."""
    size = float(result) if torch_state.is_tensor(result) and result.numel() == 1 else None
    return size if size is not None and math.isfinite(size) else None
