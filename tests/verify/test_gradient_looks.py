"""What is read of gradients and parameters at a look is what reading them one by one tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime_parts import importable, part

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[None]:
    with importable():
        part("torch_state").is_here(torch)
        yield


def parameters(*gradients: Any) -> list[Any]:
    """A parameter for each gradient."""
    made = []
    for gradient in gradients:
        made.append(torch.nn.Parameter(torch.ones_like(gradient)))
        made[-1].grad = gradient
    return made


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "complex64"])
def test_the_largest_number_of_each_gradient_is_its_largest_norm(dtype: str) -> None:
    generator = torch.Generator().manual_seed(0)
    shapes = ((3, 5), (700,), (1, 1))
    gradients = [torch.randn(shape, generator=generator).to(getattr(torch, dtype)) for shape in shapes]
    held = parameters(*gradients, torch.zeros(0, dtype=getattr(torch, dtype)))
    found = list(part("monitors.gradient_values").largest_of(held))
    assert [id(parameter) for parameter, _ in found] == [id(parameter) for parameter in held[:3]]
    assert [most for _, most in found] == pytest.approx([float(gradient.abs().max()) for gradient in gradients])


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_finite_is_the_largest(bad: float) -> None:
    gradient = torch.ones(9)
    gradient[4] = bad
    found = part("monitors.gradient_values").largest_of(parameters(torch.zeros(3), gradient, torch.ones(2)))
    assert [most < float("inf") for _, most in found] == [True, False, True]


def test_a_gradient_is_there_wherever_it_is_not_zero() -> None:
    gradients = part("gradients")
    last = torch.zeros(3 * gradients.SAMPLE)
    last[-1] = 1
    held = parameters(last, last.clone().view(3, -1).t(), torch.zeros(2 * gradients.SAMPLE), torch.ones(1))
    assert [gradients.is_there(parameter) for parameter in held] == [True, True, False, True]


def test_parameters_that_stay_are_told_from_those_that_move() -> None:
    """Of one type and of two, with some numbers that no gradient moves."""
    updates = part("monitors.rounded_updates")
    few = torch.tensor([1.0, 0.0, 1.0])
    held = parameters(torch.ones(2), few, torch.ones(updates.SAMPLE + 1), torch.zeros(4))
    held += parameters(torch.ones(2, dtype=torch.float64))
    optimizer = torch.optim.SGD(held, lr=0.1)
    seen = updates._Optimizer(None)
    with torch.no_grad():
        seen.look_before(optimizer)
        held[0] += 1
        held[1][0] += 1
        held[2][-1] += 1  # beyond what is looked at
        seen.look_after()
    (look,) = seen.looks
    assert look["moving"] == 2 + 2 + updates.SAMPLE + 0 + 2
    assert look["still"] == 0 + 1 + updates.SAMPLE + 0 + 2
    assert (look["parameters"], look["whole"]) == (5, 2)
    assert look["dtypes"] == ["float32", "float64"]
    assert len(look["names"]) == 2


def test_a_parameter_that_is_gone_is_not_counted() -> None:
    updates = part("monitors.rounded_updates")
    held = parameters(torch.ones(2), torch.ones(2))
    before = updates._Before(held)
    assert before.after().still == 4
    del held[0]
    assert before.after() is None


def test_a_place_is_known_again() -> None:
    """The second time, an instruction is not looked for in its code."""
    places = part("places")
    frames = [frame() for _ in range(2)]
    positions = [places._position(each) for each in frames]
    assert positions[0] == positions[1]
    assert positions[0][0] == frames[0].f_lineno
    assert len([key for key in places._positions if key[0] == id(frames[0].f_code)]) == 1


def frame() -> Any:
    import sys

    return sys._getframe()


def test_what_is_told_on_request_is_told_from_then_on() -> None:
    events, monitor = part("events"), part("monitor")

    class Late(monitor.Monitor):  # type: ignore[name-defined, misc]
        light = on_request = frozenset({"step_begins"})

        def begin(self) -> None:
            self.heard: list[Any] = []

        def step_begins(self, optimizer: Any) -> None:
            self.heard.append(optimizer)

    before = dict(events.in_main), dict(events.elsewhere)
    try:
        events.hear("step_begins", "another", print)
        late = Late()
        late.part = "monitor late"
        for _ in range(2):
            late.ask()
        listeners = events.elsewhere["step_begins"]
        assert [name for name, _ in listeners] == ["monitor late", *[n for n, _ in before[1]["step_begins"]], "another"]
        listeners[0][1]("it")
        assert late.heard == ["it"]
    finally:
        events.in_main.update(before[0])
        events.elsewhere.update(before[1])
