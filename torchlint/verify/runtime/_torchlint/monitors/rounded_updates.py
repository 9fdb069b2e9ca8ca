"""Updates that round to nothing: numbers with a gradient that are the same after a step as before it."""

from __future__ import annotations

from typing import Any

from .. import budget, models, steps, torch_state
from ..gradients import is_readable, parameters_of
from ..known import Known, Told
from ..monitor import Monitor
from ..places import Place, here

MOST_PARAMETERS = 64  # of one optimizer that are looked at, from all over it
SAMPLE = 4096  # numbers of each
# Of these it is known that each number with a gradient moves. Other packages' may add up what a number can't hold.
MOVING = frozenset("Adadelta Adagrad Adam AdamW Adamax NAdam RAdam RMSprop SGD".split())


class _Before:
    """A parameter's numbers before a step, and which of them have a gradient."""

    def __init__(self, parameter: Any) -> None:
        self.numbers = some_of(parameter)
        gradient = some_of(parameter.grad)
        self.moving = (gradient != 0) & gradient.isfinite() & self.numbers.isfinite()

    def counts(self, parameter: Any) -> Any:
        """How many numbers should have moved, and how many of these have not."""
        still = (some_of(parameter) == self.numbers) & self.moving
        return torch_state.torch.stack([self.moving.sum(), still.sum()])


class _Optimizer:
    """What was seen of the steps of one optimizer since its learning rates last rose."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.rate = 0.0  # the largest of its groups
        self.before: Known | None = None  # at a step to look at
        self.looks: list[dict[str, Any]] = []

    def look_before(self, optimizer: Any) -> None:
        """Remember some numbers, until the step is made."""
        rate = max((float(group["lr"]) for group in optimizer.param_groups), default=0.0)
        if rate > self.rate:
            self.looks = []  # as in a warm-up, where small steps are meant
        self.rate = rate
        self.before = Known()
        moving = [one for group in optimizer.param_groups if float(group["lr"]) > 0 for one in group["params"]]
        wanted = {id(one) for one in moving}
        held = [one for one in parameters_of(optimizer) if id(one) in wanted and is_dense(one)]
        for parameter in held[:: max(1, len(held) // MOST_PARAMETERS)][:MOST_PARAMETERS]:
            self.before.put(parameter, _Before(parameter))

    def look_after(self) -> None:
        """Count what has not moved."""
        before, self.before = self.before, None
        parameters = [] if before is None else list(before)
        if before is None or not parameters:
            return
        each = [before.get(parameter).counts(parameter).to("cpu") for parameter in parameters]
        counts = torch_state.torch.stack(each).tolist()
        still = {id(one): share for one, (moving, share) in zip(parameters, counts) if moving and share == moving}
        self.looks.append(
            {
                "moving": sum(moving for moving, _ in counts),
                "still": sum(share for _, share in counts),
                "parameters": len(parameters),
                "whole": len(still),
                "dtypes": sorted({str(parameter.dtype).rpartition(".")[2] for parameter in parameters}),
                "names": models.names([parameter for parameter in parameters if id(parameter) in still]),
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


def some_of(tensor: Any) -> Any:
    """A copy of the first numbers."""
    given = tensor.detach()
    return (given.view(-1) if given.is_contiguous() else given.flatten())[:SAMPLE].clone()
