"""Parameters of a model that get gradients and are in no optimizer, while others of the model are in one."""

from __future__ import annotations

import weakref
from typing import Any

from .. import budget, models, steps
from ..gradients import named_parameters
from ..known import Known, Told
from ..monitor import Monitor
from ..places import Place, here


class _Parameter:
    """One that had a gradient and no optimizer at some looks; it may be gone when that is told."""

    def __init__(self, parameter: Any, name: str) -> None:
        self.there = weakref.ref(parameter)
        self.version = parameter._version
        self.name = name
        self.numbers = int(parameter.numel())
        self.looks = 0


class _Model:
    """A model of which an optimizer has a part: where that was made, and the parameters that none has."""

    def __init__(self, module: Any, place: Place) -> None:
        self.kind = type(module).__name__
        self.place = place
        self.parameters = 0
        self.without: dict[int, _Parameter] = {}


class UntrainedParameters(Monitor):
    """Looks at all models at steps 1, 2, 3, 4, 8, 16, ... of each optimizer."""

    def begin(self) -> None:
        self._optimizers = Known()  # where each was made
        self._steps = 0  # of the optimizer that has made most, at the last look
        self._models = Told()
        self._held = Known()  # all that was in an optimizer once

    def optimizer_made(self, optimizer: Any) -> None:
        self._optimizers.put(optimizer, here())

    def step_due(self, optimizer: Any, number: int) -> None:
        if optimizer in self._optimizers and budget.is_left():
            self._steps = max(self._steps, number)
            with budget.counted():
                self._look()

    def _look(self) -> None:
        self._note_held()
        places = {
            id(parameter): self._optimizers.get(optimizer)
            for optimizer in reversed(list(self._optimizers))
            for parameter in held_by(optimizer)
        }
        for module in models.outermost():
            named = list(named_parameters(module))
            place = next((places[id(one)] for _, one in named if places.get(id(one)) is not None), None)
            if place is not None:
                self._look_at(module, named, place)

    def _look_at(self, module: Any, named: list[tuple[str, Any]], place: Place) -> None:
        seen = self._models.get(module)
        if seen is None:
            seen = _Model(module, place)
            self._models.put(module, seen)
        seen.parameters = len(named)
        for name, parameter in named:
            if parameter.grad is None or parameter in self._held:
                continue
            one = seen.without.setdefault(id(parameter), _Parameter(parameter, name))
            if one.version == parameter._version:
                one.looks += 1
            else:
                self._held.put(parameter)  # something else than an optimizer trains it

    def _note_held(self) -> None:
        self._held.sweep()
        for optimizer in self._optimizers:
            for parameter in held_by(optimizer):
                self._held.put(parameter)
        for seen in self._models.values():
            seen.without = {key: one for key, one in seen.without.items() if not self._is_excused(one)}

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        self._note_held()
        found = []
        for seen in self._models.values():
            without = list(seen.without.values())
            facts = {
                "model": seen.kind,
                "looks": min((one.looks for one in without), default=0),
                "steps": max([self._steps, *map(steps.made_by, self._optimizers)]),
                "parameters": seen.parameters,
                "without": len(without),
                "numbers": sum(one.numbers for one in without),
                "names": [one.name for one in without[: models.MOST_NAMES]],
            }
            found.append((seen.place, facts))
        return found

    def _is_excused(self, one: _Parameter) -> bool:
        """Whether a parameter, as far as it is still there, is in an optimizer now, or frozen."""
        parameter = one.there()
        return parameter is not None and (parameter in self._held or not parameter.requires_grad)


def held_by(optimizer: Any) -> list[Any]:
    """All tensors of an optimizer, frozen ones too; none of one that is still being made."""
    return [parameter for group in vars(optimizer).get("param_groups", ()) for parameter in group["params"]]
