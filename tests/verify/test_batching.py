"""What may be done to samples again, and what a batch of them says: on arrays and tensors, without a run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.runtime_parts import importable, part

np: Any = pytest.importorskip("numpy")
torch: Any = pytest.importorskip("torch")
nn: Any = torch.nn


@pytest.fixture
def batching() -> Iterator[ModuleType]:
    with importable():
        vars(part("torch_state"))["torch"] = torch
        yield part("batching")


@pytest.mark.parametrize("make", [torch.rand, np.random.rand], ids=["torch", "numpy"])
@pytest.mark.parametrize(
    ("first", "second"),
    [((4, 5), 255.0), (2, (4, 5)), ((4, 5), "same (4, 5)"), ((4, 5), (4, 5)), ((4, 5), "same (5,)")],
    ids=str,
)
def test_arithmetic_on_a_batch(batching: ModuleType, make: Any, first: Any, second: Any) -> None:
    same = make(4, 5) if "4" in str(second) else make(5)
    samples = []
    for _ in range(3):
        operands = [same if isinstance(o, str) else make(*o) if isinstance(o, tuple) else o for o in (first, second)]
        samples.append(tuple(batching.copied(operand) for operand in operands))
    work = batching.operator_of(samples[0], samples[0][0] - samples[0][1])
    said = batching.compare(work, samples)
    assert said["is_same"]
    assert min(said["alone"], said["together"]) > 0


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        ([(np.zeros(2), 1.0), (np.zeros(3), 1.0)], "differ in shape"),
        ([(np.zeros(2), 1.0), (np.zeros(2), 2.0)], "do not fit"),
        ([(1.0, 2.0), (1.0, 2.0)], "do not fit"),
        ([(np.zeros(2), np.ones((3, 1))), (np.ones(2), np.ones((3, 1)))], "do not fit"),
    ],
)
def test_what_makes_no_batch(batching: ModuleType, samples: Any, says: str) -> None:
    with pytest.raises(batching.CannotCompare, match=says):
        batching.compare(lambda first, second: first + second, samples)


def test_a_batch_that_gives_something_else(batching: ModuleType) -> None:
    samples = [(torch.full((2, 2), float(number)),) for number in range(3)]
    assert not batching.compare(lambda one: one - one.mean(), [(one + torch.eye(2),) for (one,) in samples])["is_same"]


@pytest.mark.parametrize(
    "value",
    [torch.ones(2, requires_grad=True), torch.ones(2).to_sparse(), np.array(["a"]), [1.0], True, nn.Parameter()],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_copied(batching: ModuleType, value: Any) -> None:
    with pytest.raises(batching.CannotCompare):
        batching.copied(value)


def test_a_copy_is_a_copy(batching: ModuleType) -> None:
    for array in (torch.ones(2), np.ones(2)):
        copy = batching.copied(array)
        array += 1
        assert copy.tolist() == [1.0, 1.0]


class Own(nn.Module):  # type: ignore[misc]  # torch is not there for mypy
    """What nobody knows is not called again."""


def hooked() -> Any:
    module = nn.Tanh()
    module.register_forward_hook(print)
    return module


@pytest.mark.parametrize(
    "callee",
    [
        Own(),
        nn.Sequential(Own()),
        nn.BatchNorm1d(2),
        nn.Linear(2, 2),
        nn.ReLU(inplace=True),
        hooked(),
        print,
        len,
        lambda one: one,
        Own,
        3,
    ],
    ids=lambda callee: getattr(callee, "__name__", type(callee).__name__),
)
def test_what_is_not_known_is_not_called_again(batching: ModuleType, callee: Any) -> None:
    with pytest.raises(batching.CannotCompare):
        batching.transform_of(callee)


def test_what_is_known_is(batching: ModuleType) -> None:
    for module in (nn.Tanh(), nn.Sequential(nn.ReLU(), nn.Dropout(0.5))):
        assert batching.transform_of(module) is module


def test_random_numbers_are_put_back(batching: ModuleType) -> None:
    def draws(one: Any) -> Any:
        return one + random.random() + np.random.rand() + torch.rand(())

    def state() -> list[float]:
        states = random.getstate(), np.random.get_state(), torch.get_rng_state()
        numbers = [random.random(), np.random.rand(), torch.rand(()).item()]
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])
        return numbers

    before = state()
    with pytest.raises(batching.CannotCompare, match="random"):
        batching.compare(draws, [(torch.zeros(2),), (torch.ones(2),)])
    assert state() == before
