"""What a loss wants as its input: of which numbers it makes the negative logarithm of a probability.

A loss that is one gives each target a probability, `exp(-loss)`, and those of all targets add up to 1. Whether they do
so for logits, probabilities or log-probabilities says which of them it wants. Where they never do, as for a distance,
it takes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import torch
from torch.nn.modules.loss import _Loss, _WeightedLoss
from torch.overrides import TorchFunctionMode

from tools.torch_api.instances import Sample
from tools.torch_api.measure import reset
from tools.torch_api.surface import Entry

CLASSES = 3
DRAWS = 5

# What follows a row of scores in a loss's call, one for each target that there is.
Targets = list[tuple[Any, ...]]


def wants(entries: dict[str, Entry], samples: dict[str, list[Sample]]) -> dict[str, str]:
    """What the losses want, and the functions that compute them; `anything` where that is not a matter of scale."""
    found = {}
    functions = {id(entry.thing): name for name, entry in entries.items() if entry.kind == "function"}
    for name, entry in entries.items():
        if entry.kind != "loss" or entry.thing in (_Loss, _WeightedLoss):
            continue
        loss: Any = entry.thing
        found[name] = next(_wanted(loss), "anything")
        for function in _computed_by(loss, samples[name], functions):
            kernel = f"torch.{function.rpartition('.')[2]}"
            found |= dict.fromkeys({function, kernel} & entries.keys(), found[name])
    return found


def _wanted(loss: Callable[..., Callable[..., torch.Tensor]]) -> Iterator[str]:
    """What the loss wants, for each kind of targets that it takes."""
    for targets, shape in ((_classes(), (1, CLASSES)), (_pixels(), (1, CLASSES, 1, 1)), (_rows(), (1, CLASSES))):
        yield from _among(
            loss,
            targets,
            shape,
            {
                "class-logits": lambda x: x,
                "probabilities": lambda x: x.softmax(1),
                "log-probabilities": lambda x: x.log_softmax(1),
            },
        )
    for targets in (_numbers(0.0, 1.0), _numbers(-1.0, 1.0)):
        yield from _among(loss, targets, (1, 1), {"logits": lambda x: x, "probabilities": torch.sigmoid})
    yield from _among(loss, _labelings(), (1, 1, CLASSES), {"log-probabilities": lambda x: x.log_softmax(2)})


def _among(
    loss: Callable[..., Callable[..., torch.Tensor]],
    targets: Targets,
    shape: tuple[int, ...],
    domains: dict[str, Callable[[torch.Tensor], torch.Tensor]],
) -> Iterator[str]:
    """The first domain in which the targets' probabilities always add up to 1, if there is one."""
    with suppress(Exception):  # a loss of other arguments than these, or numbers that it does not take
        for wanted, into in domains.items():
            with suppress(RuntimeError):  # BCELoss does not take logits
                if all(_adds_up(loss, into(scores), targets) for scores in _draws(shape)):
                    yield wanted
                    return


def _adds_up(loss: Callable[..., Callable[..., torch.Tensor]], scores: torch.Tensor, targets: Targets) -> bool:
    """Whether the probabilities that the loss gives the targets are those of all that can happen."""
    given = torch.stack([torch.exp(-loss(reduction="sum")(scores, *target)) for target in targets])
    return bool(torch.isclose(given.sum(), torch.ones(()), atol=1e-4))


def _draws(shape: tuple[int, ...]) -> list[torch.Tensor]:
    """Scores of any size and sign."""
    reset()
    return [3 * torch.randn(shape) for _ in range(DRAWS)]


def _classes() -> Targets:
    return [(torch.tensor([number]),) for number in range(CLASSES)]


def _pixels() -> Targets:
    return [(torch.tensor([[[number]]]),) for number in range(CLASSES)]


def _rows() -> Targets:
    """Each class as a row in which it alone is certain."""
    return [(row[None],) for row in torch.eye(CLASSES)]


def _numbers(*numbers: float) -> Targets:
    return [(torch.tensor([[number]]),) for number in numbers]


def _labelings() -> Targets:
    """All sequences that one step in time can stand for, the empty one included, with the lengths that CTC wants."""
    none = (torch.zeros(1, 1, dtype=torch.long), (1,), (0,))
    return [none, *((torch.tensor([[number]]), (1,), (1,)) for number in range(1, CLASSES))]


def _computed_by(loss: Any, samples: list[Sample], functions: dict[int, str]) -> set[str]:
    """The functions of PyTorch's that calls of a loss come down to."""
    with _Calls() as calls:
        for made, fed in samples:
            with suppress(RuntimeError):
                loss(*made[0], **made[1])(*fed[0], **fed[1])
    found = {functions[id(each)] for each in calls.seen if id(each) in functions}
    return {name for name in found if name.startswith("torch.nn.functional.")}


class _Calls(TorchFunctionMode):
    """Sees which of PyTorch's functions are called, but not what those call."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[object] = []

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> object:
        """Call the function as it is."""
        self.seen.append(func)
        return func(*args, **(kwargs or {}))
