"""Updates that round to nothing: numbers with a gradient that are the same after a step as before it."""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

from .. import budget, models, steps, torch_state
from ..gradients import is_readable, parameters_of
from ..known import Told
from ..monitor import Monitor
from ..places import Place, here

MOST_PARAMETERS = 64  # of one optimizer that are looked at, from all over it
SAMPLE = 4096  # numbers of each
# Of these it is known that each number with a gradient moves. Other packages' may add up what a number can't hold.
MOVING = frozenset("Adadelta Adagrad Adam AdamW Adamax NAdam RAdam RMSprop SGD".split())


class _Before:
    """The numbers of parameters of one device and type before a step, and which of them have a gradient."""

    def __init__(self, parameters: list[Any]) -> None:
        self._there = [weakref.ref(parameter) for parameter in parameters]
        self._numbers = some_of(parameters)
        gradients = some_of([parameter.grad for parameter in parameters])
        self._moving = (gradients != 0) & gradients.isfinite() & self._numbers.isfinite()

    def after(self) -> _After | None:
        """What the step has done to them; None if some are gone."""
        parameters = [parameter for there in self._there if (parameter := there()) is not None]
        if len(parameters) < len(self._there):
            return None
        still = (some_of(parameters) == self._numbers) & self._moving
        moving, unmoved = torch_state.torch.stack([self._moving.sum(), still.sum()]).tolist()
        return _After(parameters, moving, unmoved, self._whole(parameters, still) if unmoved else [])

    def _whole(self, parameters: list[Any], still: Any) -> list[Any]:
        """Those of which some numbers should have moved, and none has."""
        sizes = [min(int(parameter.numel()), SAMPLE) for parameter in parameters]
        sums = [part.sum() for each in (self._moving, still) for part in each.split(sizes)]
        moving, unmoved = torch_state.torch.stack(sums).view(2, -1).tolist()
        return [one for one, should, has_not in zip(parameters, moving, unmoved) if should and should == has_not]


class _After(NamedTuple):
    """Some parameters after a step: how many numbers should have moved, and which of them have not."""

    parameters: list[Any]
    moving: int
    still: int
    whole: list[Any]


class _Optimizer:
    """What was seen of the steps of one optimizer since its learning rates last rose."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.rate = 0.0  # the largest of its groups
        self.before: list[_Before] | None = None  # by device and type, at a step to look at
        self.looks: list[dict[str, Any]] = []

    def look_before(self, optimizer: Any) -> None:
        """Remember some numbers, until the step is made."""
        rate = max((float(group["lr"]) for group in optimizer.param_groups), default=0.0)
        if rate > self.rate:
            self.looks = []  # as in a warm-up, where small steps are meant
        self.rate = rate
        moving = [one for group in optimizer.param_groups if float(group["lr"]) > 0 for one in group["params"]]
        wanted = {id(one) for one in moving}
        held = [one for one in parameters_of(optimizer) if id(one) in wanted and is_dense(one)]
        alike: dict[Any, list[Any]] = {}
        for parameter in held[:: max(1, len(held) // MOST_PARAMETERS)][:MOST_PARAMETERS]:
            alike.setdefault((parameter.device, parameter.dtype, parameter.grad.dtype), []).append(parameter)
        self.before = [_Before(parameters) for parameters in alike.values()]

    def look_after(self) -> None:
        """Count what has not moved."""
        before, self.before = self.before or [], None
        after = [one for each in before if (one := each.after()) is not None]
        parameters = [parameter for one in after for parameter in one.parameters]
        if not parameters:
            return
        whole = [parameter for one in after for parameter in one.whole]
        self.looks.append(
            {
                "moving": sum(one.moving for one in after),
                "still": sum(one.still for one in after),
                "parameters": len(parameters),
                "whole": len(whole),
                "dtypes": sorted({str(parameter.dtype).rpartition(".")[2] for parameter in parameters}),
                "names": models.names(whole) if whole else [],
            }
        )


class RoundedUpdates(Monitor):
    """Looks at steps 1, 2, 3, 4, 8, 16, ... of each optimizer of torch's own."""

    def begin(self) -> None:
        self._optimizers = Told()

    def optimizer_made(self, optimizer: Any) -> None:
        if is_of_torch(optimizer):
            self._optimizers.put(optimizer, _Optimizer(here()))

    def step_due(self, optimizer: Any, number: int) -> None:
        seen = self._optimizers.get(optimizer)
        if seen is not None and not steps.is_skipped(optimizer) and budget.is_left():
            with budget.counted():
                seen.look_before(optimizer)

    def due_step_ends(self, optimizer: Any) -> None:
        seen = self._optimizers.get(optimizer)
        if seen is not None and seen.before is not None:
            with budget.counted():
                seen.look_after()

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        found = []
        for seen in self._optimizers.values():
            if seen.place is not None and seen.looks:
                least = min(seen.looks, key=lambda look: look["still"] / max(look["moving"], 1))
                found.append((seen.place, {**least, "looks": len(seen.looks), "rate": seen.rate}))
        return found


def is_of_torch(optimizer: Any) -> bool:
    """Whether an optimizer makes its steps as torch wrote them."""
    kinds = [getattr(torch_state.torch.optim, name, None) for name in MOVING]
    return any(kind is not None and isinstance(optimizer, kind) and type(optimizer).step is kind.step for kind in kinds)


def is_dense(parameter: Any) -> bool:
    """Whether the numbers of a parameter and its gradient can be read by this process alone."""
    gradient = parameter.grad
    return gradient is not None and is_readable(gradient) and is_readable(parameter.detach())


def some_of(tensors: list[Any]) -> Any:
    """A copy of the first numbers of each, one after the other."""
    given = [tensor.detach() for tensor in tensors]
    return torch_state.torch.cat([(one.view(-1) if one.is_contiguous() else one.flatten())[:SAMPLE] for one in given])
