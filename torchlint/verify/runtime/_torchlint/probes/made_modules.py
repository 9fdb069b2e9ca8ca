"""How many modules a place makes, with how many parameters, and whether any of these are trained."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..gradients import modules_of, parameters_of
from ..known import Known
from ..site import Site


class MadeModules(Site):
    """Looks at each module that is made, and at the mode of the module that makes it where that is captured."""

    looks_at = ("at",)
    may_look_at = ("model",)

    def begin(self) -> None:
        self._is_evaluating = False
        self._made = Known()  # parameters
        self.facts = dict.fromkeys("made unknown parameters numbers active_in_eval eval steps trained".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        is_module = isinstance(value, torch_state.torch.nn.Module)
        if role == "model":
            self._is_evaluating = is_module and not value.training
        elif not is_module:
            self.facts["unknown"] += 1
        else:
            self._count(value)

    def _count(self, made: Any) -> None:
        self.facts["made"] += 1
        self.facts["eval"] += self._is_evaluating
        dropouts = (m for m in modules_of(made) if isinstance(m, torch_state.torch.nn.modules.dropout._DropoutNd))
        if self._is_evaluating and any(dropout.training and dropout.p > 0 for dropout in dropouts):
            self.facts["active_in_eval"] += 1
        parameters = parameters_of(made)
        self.facts["parameters"] = max(self.facts["parameters"], len(parameters))
        self.facts["numbers"] = max(self.facts["numbers"], sum(p.numel() for p in parameters))
        if self.is_worth_a_look():
            for parameter in parameters:
                self._made.put(parameter)

    def stepped(self, optimizer: Any) -> None:
        self.facts["steps"] += 1
        if len(self._made):
            self.facts["trained"] += sum(parameter in self._made for parameter in parameters_of(optimizer))
            self._made.clear()
