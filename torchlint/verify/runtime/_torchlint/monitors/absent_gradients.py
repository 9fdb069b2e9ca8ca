"""Parameters that an optimizer steps over and that have had no gradient in any of its steps."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from .. import models, torch_state
from ..gradients import is_trainable, named_parameters
from ..known import Told
from ..monitor import Monitor
from ..places import Place, here

MOST_WATCHED = 2000  # parameters of one optimizer


class _Parameter:
    """One that has had no gradient so far; it may be gone when that is told."""

    def __init__(self, parameter: Any, step: int) -> None:
        self.there = weakref.ref(parameter)
        self.numbers = int(parameter.numel())
        self.since = step  # of its optimizer
        self.name = ""
        self._version = parameter._version

    def is_untouched(self) -> bool:
        """Whether there still is no gradient, and nothing else has written to it."""
        parameter = self.there()
        if parameter is None:
            return True
        return parameter.grad is None and parameter.requires_grad and parameter._version == self._version


class _Optimizer:
    """The steps of one optimizer, and its parameters without a gradient."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.steps = 0
        self.parameters = 0
        self.without: list[_Parameter] = []
        self.seen: set[int] = set()

    def step_begins(self, optimizer: Any) -> None:
        if not any(any_gradient(group["params"]) for group in optimizer.param_groups):
            return  # a closure computes them inside the step, or there is nothing to apply
        self.steps += 1
        if self.without:
            self.without = [one for one in self.without if one.is_untouched()]
        held = [parameter for group in optimizer.param_groups for parameter in group["params"]]
        if len(self.seen) < len(held):  # the first step, or some were frozen, or came later
            self._note(held)

    def _note(self, held: list[Any]) -> None:
        new = [one for one in held if id(one) not in self.seen and is_trainable(one)]
        self.seen.update(map(id, new))
        self.parameters += len(new)
        room = MOST_WATCHED - len(self.without)
        self.without += [_Parameter(one, self.steps) for one in new if one.grad is None][:room]

    def facts(self) -> dict[str, Any]:
        """How many have had no gradient for how many steps, and what some of them are called."""
        there = {id(one.there()): one for one in self.without if one.there() is not None}
        excused = ids_of_excused() if there else frozenset()
        self.without = [one for one in self.without if id(one.there()) not in excused]
        unnamed = [one for one in self.without[: models.MOST_NAMES] if not one.name and one.there() is not None]
        for one, name in zip(unnamed, models.names([one.there() for one in unnamed])):
            one.name = name
        steps = [self.steps - one.since + 1 for one in self.without]
        return {
            "steps": min(steps, default=0),
            "parameters": self.parameters,
            "without": len(self.without),
            "numbers": sum(one.numbers for one in self.without),
            "names": [one.name for one in self.without[: models.MOST_NAMES] if one.name],
        }


def any_gradient(parameters: Iterable[Any]) -> bool:
    """Whether one of these has a gradient: the first one, as a rule."""
    return any(parameter.grad is not None for parameter in parameters)


def ids_of_excused() -> frozenset[int]:
    """The parameters of models for which DistributedDataParallel is told that some are not used in each step."""
    wrapped = [one for one in models.outermost() if vars(one).get("find_unused_parameters")]
    return frozenset(id(one) for module in wrapped for _, one in named_parameters(module))


class AbsentGradients(Monitor):
    """Looks at each step whether those without a gradient still have none; where all have one, at nothing."""

    light = frozenset({"step_begins"})

    def begin(self) -> None:
        self._optimizers = Told()

    def optimizer_made(self, optimizer: Any) -> None:
        place = here()
        if place is not None:
            self._optimizers.put(optimizer, _Optimizer(place))

    def step_begins(self, optimizer: Any) -> None:
        own = self._optimizers.get(optimizer)
        if own is None:
            return
        parameters = 0
        for group in optimizer.param_groups:
            parameters += len(group["params"])
        if own.without or len(own.seen) < parameters:  # not each of them has had a gradient
            torch_state.aside(own.step_begins, optimizer)

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        return [(seen.place, seen.facts()) for seen in self._optimizers.values() if seen.without]
