"""Which parameters of a model never have a gradient when their optimizer steps."""

from __future__ import annotations

import weakref
from typing import Any

from .. import torch_state
from ..gradients import named_parameters, parameters_of
from ..known import Known
from ..site import Site

MOST_NAMES = 8
ENOUGH = 4  # steps without a gradient


class Waiting:
    """A parameter that had no gradient yet in any step of its optimizer."""

    def __init__(self, name: str, parameter: Any) -> None:
        self.name = name
        self.numbers = int(parameter.numel())
        self.steps = 0
        self._parameter = weakref.ref(parameter)

    def goes_on(self) -> bool:
        """Whether this step, too, finds no gradient."""
        parameter = self._parameter()
        if parameter is None or parameter.grad is not None:
            return False
        self.steps += 1
        return True


class MissingGradients(Site):
    """Looks at the parameters that a model and an optimizer share, after each step of that optimizer."""

    looks_at = ("model",)

    def begin(self) -> None:
        self._models = Known()
        self._waiting = Known()  # by the optimizer
        self._steps = Known()
        self.facts = {**dict.fromkeys("models unknown steps parameters missing numbers".split(), 0), "names": []}

    def visit(self, role: str, value: Any) -> None:
        if torch_state.torch is None or not isinstance(value, torch_state.torch.nn.Module):
            self.facts["unknown"] += 1
        elif value not in self._models:
            self.facts["models"] += 1
            self._models.put(value)

    def stepped(self, optimizer: Any) -> None:
        waiting = self._waiting.get(optimizer)
        if waiting is None:
            waiting = self._shared_with(optimizer)
            self.facts["parameters"] += len(waiting)
            if not waiting:
                return  # nothing of a model that is looked at; there may be later
        self._waiting.put(optimizer, [each for each in waiting if each.goes_on()])
        self._steps.put(optimizer, self._steps.get(optimizer, 0) + 1)

    def _shared_with(self, optimizer: Any) -> list[Waiting]:
        held = {id(parameter) for parameter in parameters_of(optimizer)}
        return [Waiting(name, p) for model in self._models for name, p in named_parameters(model) if id(p) in held]

    def end(self) -> None:
        waiting = [each for those in self._waiting.values() for each in those if each.steps >= ENOUGH]
        self.facts["steps"] = max(self._steps.values(), default=0)
        self.facts["missing"] = len(waiting)
        self.facts["numbers"] = sum(each.numbers for each in waiting)
        self.facts["names"] = [each.name for each in waiting[:MOST_NAMES]]
