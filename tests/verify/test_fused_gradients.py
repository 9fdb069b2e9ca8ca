"""Gradients that are carried aside from node to node, held against those that autograd computes."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.runtime_parts import importable, part

torch = pytest.importorskip("torch")
F = torch.nn.functional


@pytest.fixture(scope="module")
def fused() -> Iterator[Any]:
    """The module as it is in a process that is observed."""
    with importable():
        part("torch_state").__dict__["torch"] = torch
        yield part("fused")


TINY = 1e-12
Y = torch.tensor([0.0, 1.0, 1.0, 0.0, 1.0, 0.0])
LABELS = torch.tensor([0, 2])
WEIGHTS = torch.tensor([1.0, 2.0, 0.5, 1.0, 3.0, 1.0])
CALM = [0.3, -1.2, 2.0, 0.7, -0.4, 1.1]
ROUNDED = [19.0, -1.2, -100.0, 0.7, 30.0, -18.0]

looked_at: list[Any] = []


def seen(logged: Any) -> Any:
    """The same; the first such tensor is the one at which a probe would look."""
    looked_at.append(logged.grad_fn)
    return logged


def bce(p: Any, *given: Any, **options: Any) -> Any:
    return seen(F.binary_cross_entropy(p, *given, **options))


def by_hand(p: Any) -> Any:
    return -(Y * seen(torch.log(p + TINY)) + (1 - Y) * torch.log(1 - p + TINY)).mean()


# A loss of six logits, and what it would be if nothing were rounded.
LOSSES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "bce": (
        lambda z: bce(z.sigmoid(), Y),
        lambda z: F.binary_cross_entropy_with_logits(z, Y),
    ),
    "weighted sum": (
        lambda z: bce(z.sigmoid(), Y, weight=WEIGHTS, reduction="sum") / 3,
        lambda z: F.binary_cross_entropy_with_logits(z, Y, weight=WEIGHTS, reduction="sum") / 3,
    ),
    "one by one": (
        lambda z: (bce(z.sigmoid(), Y, reduction="none") * WEIGHTS).mean(),
        lambda z: F.binary_cross_entropy_with_logits(z, Y, weight=WEIGHTS),
    ),
    "clamped": (
        lambda z: bce(z.sigmoid().clamp(1e-7, 1 - 1e-7), Y),
        lambda z: F.binary_cross_entropy_with_logits(z, Y),
    ),
    "complement": (
        lambda z: bce(1 - z.sigmoid(), 1 - Y),
        lambda z: F.binary_cross_entropy_with_logits(z, Y),
    ),
    "shaped": (
        lambda z: bce(z.view(2, 3, 1).sigmoid().squeeze(-1).t()[:2], Y.view(2, 3).t()[:2]),
        lambda z: F.binary_cross_entropy_with_logits(z.view(2, 3).t()[:2], Y.view(2, 3).t()[:2]),
    ),
    "joined": (
        lambda z: bce(torch.cat([z[:2].sigmoid(), z[2:].sigmoid()]), Y),
        lambda z: F.binary_cross_entropy_with_logits(z, Y),
    ),
    "log": (
        lambda z: -seen(torch.log(z.sigmoid() + TINY)).mean(),
        lambda z: -F.logsigmoid(z).mean(),
    ),
    "log of complement": (
        lambda z: -(seen(torch.log(1 - z.sigmoid() + TINY)) * WEIGHTS).sum(),
        lambda z: -(F.logsigmoid(-z) * WEIGHTS).sum(),
    ),
    "by hand": (
        lambda z: by_hand(z.sigmoid()),
        lambda z: F.binary_cross_entropy_with_logits(z, Y),
    ),
    "base 2": (
        lambda z: -seen(torch.log2(z.sigmoid() + TINY)).mean(),
        lambda z: -F.logsigmoid(z).mean() / math.log(2),
    ),
    "log1p": (
        lambda z: -seen(torch.log1p((-z.sigmoid()).clamp_min(1e-7 - 1))).mean(),
        lambda z: -F.logsigmoid(-z).mean(),
    ),
    "softmax": (
        lambda z: F.nll_loss(seen(torch.log(z.view(2, 3).softmax(1) + TINY)), LABELS),
        lambda z: F.cross_entropy(z.view(2, 3), LABELS),
    ),
    "picked from softmax": (
        lambda z: -seen(torch.log(z.view(2, 3).softmax(-1).gather(1, LABELS[:, None]).clamp_min(TINY))).sum(),
        lambda z: F.cross_entropy(z.view(2, 3), LABELS, reduction="sum"),
    ),
}


def compared(fused: Any, value: Any) -> Any:
    """What is told of a backward from a loss, as the probe asks for it."""
    with torch.no_grad():
        return fused.compared(value.grad_fn, looked_at[0]._sequence_nr())


def gradient(loss: Any, logits: list[float]) -> float:
    """The sum of the absolute gradients that autograd computes."""
    z = torch.tensor(logits, requires_grad=True)
    loss(z).backward()
    return float(z.grad.abs().sum())


@pytest.mark.parametrize("logits", [CALM, ROUNDED], ids=["calm", "rounded"])
@pytest.mark.parametrize("name", LOSSES)
def test_both_gradients_are_those_of_autograd(name: str, logits: list[float], fused: Any) -> None:
    loss, right = LOSSES[name]
    looked_at.clear()
    value = loss(torch.tensor(logits, requires_grad=True))
    found = compared(fused, value)
    assert found.now == pytest.approx(gradient(loss, logits), rel=1e-4)
    assert found.fused == pytest.approx(gradient(right, logits), rel=1e-4)
    lost = 1 - found.now / found.fused
    assert (lost > 0.1) == (logits is ROUNDED)
    value.backward()  # nothing was used up


def test_gradients_that_are_no_numbers_are_counted(fused: Any) -> None:
    looked_at.clear()
    value = seen(torch.log(torch.tensor([-200.0, 1.0], requires_grad=True).sigmoid())).mean()
    assert compared(fused, value).broken == 1


class Doubled(torch.autograd.Function):  # type: ignore[misc, name-defined]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return 2 * x

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        raise AssertionError("the user's code was run")


@pytest.mark.parametrize(
    "loss",
    [
        lambda z: Doubled.apply(seen(torch.log(z.sigmoid())).mean()),
        lambda z: seen(torch.log(Doubled.apply(z.sigmoid()))).mean(),
        lambda z: seen(torch.log(z.sigmoid() * z.sigmoid())).mean(),
        lambda z: bce(z.sigmoid() + (z - 8).sigmoid(), Y),
        lambda z: seen(torch.log(z.sigmoid() + 1)).mean(),
        lambda z: seen(torch.log(z.exp())).mean(),
        lambda z: seen(torch.log(1 - z.view(2, 3).softmax(1))).mean(),
        lambda z: seen(torch.log(z.sigmoid())).square(),
        lambda z: packed(z),
    ],
)
def test_what_is_no_rounded_logarithm_is_left_alone(loss: Any, fused: Any) -> None:
    looked_at.clear()
    value = loss(torch.tensor(CALM, requires_grad=True))
    unmeasured = importlib.import_module("_torchlint.backward_aside").Unmeasured
    with pytest.raises(unmeasured):
        compared(fused, value)


def packed(z: Any) -> Any:
    """A loss whose saved tensors only hooks can give back."""

    def unpack(tensor: Any) -> Any:
        raise AssertionError("the user's code was run")

    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack):
        return seen(torch.log(z.sigmoid())).mean()


def test_hooks_are_not_called(fused: Any) -> None:
    looked_at.clear()
    called: list[Any] = []
    p = torch.tensor(CALM, requires_grad=True).sigmoid()
    p.register_hook(called.append)
    value = bce(p, Y)
    assert compared(fused, value).numbers == 6
    assert not called


def test_another_backward_says_nothing(fused: Any) -> None:
    looked_at.clear()
    z = torch.tensor(CALM, requires_grad=True)
    bce(z.sigmoid(), Y)
    assert compared(fused, z.square().mean()) is None
