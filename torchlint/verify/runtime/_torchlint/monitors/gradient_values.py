"""Gradients with which an optimizer is about to step: whether they are finite, and whether some are zero all over."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

from .. import budget, models, steps, torch_state
from ..gradients import is_readable, parameters_of
from ..known import Told
from ..monitor import Monitor
from ..places import Place, here


class _Zero:
    """A parameter whose gradient was zero at each look but the first; it may be gone when that is told."""

    def __init__(self, parameter: Any) -> None:
        self.there = weakref.ref(parameter)
        self.numbers = int(parameter.numel())
        self.looks = 0
        self.name = ""


class _Optimizer:
    """What was seen of the gradients of one optimizer."""

    def __init__(self) -> None:
        self.looks = 0
        self.step = 0  # at the last look
        self.place: Place | None = None  # of the last backward before a look
        self.not_finite: tuple[Place, dict[str, Any]] | None = None  # the first time
        self.last_finite = 0  # step
        self.zeros: dict[int, _Zero] = {}
        self.parameters = 0

    def look(self, parameters: list[Any], place: Place, step: int) -> None:
        """Look at the gradients for the step that is about to be made."""
        self.place, self.parameters, self.step = place, len(parameters), step
        self.looks += 1
        largest = list(largest_of(parameters))
        bad = [parameter for parameter, most in largest if not most < float("inf")]
        if bad:
            self.not_finite = place, self._facts_of(bad)
            return
        self.last_finite = step
        zeros = {id(parameter): parameter for parameter, most in largest if most == 0}
        there = {id(parameter) for parameter, _ in largest}
        if self.looks == 2:
            self.zeros = {key: _Zero(parameter) for key, parameter in zeros.items()}
        self.zeros = {key: one for key, one in self.zeros.items() if key in zeros or key not in there}
        for key in zeros:
            if key in self.zeros:
                self.zeros[key].looks += 1

    def _facts_of(self, bad: list[Any]) -> dict[str, Any]:
        gradients = [parameter.grad for parameter in bad[: models.MOST_NAMES]]
        isnan, isinf = torch_state.torch.isnan, torch_state.torch.isinf
        return {
            "step": self.step,
            "last_finite": self.last_finite,
            "parameters": self.parameters,
            "bad": len(bad),
            "nan": sum(int(isnan(gradient).sum()) for gradient in gradients),
            "inf": sum(int(isinf(gradient).sum()) for gradient in gradients),
            "names": models.names(bad),
        }

    def zero_facts(self) -> dict[str, Any]:
        """How many are zero all over, and what some of them are called."""
        zeros = list(self.zeros.values())
        unnamed = [one for one in zeros[: models.MOST_NAMES] if not one.name and one.there() is not None]
        for one, name in zip(unnamed, models.names([one.there() for one in unnamed])):
            one.name = name
        return {
            "looks": min((one.looks for one in zeros), default=0),
            "steps": self.step,
            "parameters": self.parameters,
            "zero": len(zeros),
            "numbers": sum(one.numbers for one in zeros),
            "names": [one.name for one in zeros[: models.MOST_NAMES] if one.name],
        }


class GradientValues(Monitor):
    """Looks at steps 1, 2, 3, 4, 8, 16, ... of each optimizer, until something is not finite.

    What GradScaler or the program itself skips never gets to a step.
    """

    def begin(self) -> None:
        self._optimizers = Told()
        self._place: Place | None = None

    def backward_due(self, starts: list[Any]) -> None:
        self._place = here()

    def step_due(self, optimizer: Any, number: int) -> None:
        seen = self._optimizers.get(optimizer)
        if seen is None:
            seen = _Optimizer()
            self._optimizers.put(optimizer, seen)
        place = self._place or here()
        if place and seen.not_finite is None and not steps.is_skipped(optimizer) and budget.is_left():
            with budget.counted():
                seen.look(parameters_of(optimizer), place, number)

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        found = []
        for seen in self._optimizers.values():
            if seen.not_finite is not None:
                place, facts = seen.not_finite
                found.append((place, {"not_finite": facts}))
            elif seen.zeros and seen.place is not None:
                found.append((seen.place, {"zero": seen.zero_facts()}))
        return found


def largest_of(parameters: list[Any]) -> Iterator[tuple[Any, float]]:
    """Parameters with the largest number of their gradients, without its sign; a NaN where there is one.

    Each device is waited for once.
    """
    alike: dict[Any, list[Any]] = {}
    for parameter in parameters:
        gradient = parameter.grad
        if gradient is not None and is_readable(gradient) and gradient.numel():
            alike.setdefault((gradient.device, gradient.dtype), []).append(parameter)
    for (device, dtype), some in alike.items():
        gradients = [parameter.grad for parameter in some]
        is_quick = device.type == "cpu" and dtype.is_floating_point
        yield from zip(some, (largest_on_cpu if is_quick else largest_on_device)(gradients).tolist())


def largest_on_cpu(gradients: list[Any]) -> Any:
    """Of each tensor its largest number, without its sign: a norm takes twenty times as long there."""
    torch = torch_state.torch
    extremes = [extreme for gradient in gradients for extreme in torch.aminmax(gradient)]
    return torch.stack(extremes).abs().view(-1, 2).amax(1)


def largest_on_device(gradients: list[Any]) -> Any:
    """The same, with as few kernels as there may be; complex numbers have no other way."""
    torch = torch_state.torch
    return torch.stack(list(torch._foreach_norm(gradients, float("inf"))))
