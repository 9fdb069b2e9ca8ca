"""Backwards that repeat are searched less and less often, others each time, and what no probe waits for not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime_parts import importable, part

torch = pytest.importorskip("torch")


@pytest.fixture
def outputs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module as it is in a process that is observed."""
    with importable():
        monkeypatch.setattr(part("torch_state"), "torch", torch)
        yield part("outputs")


class Training:
    """A weight that is used in each step, and what a backward of the last step's loss is asked."""

    def __init__(self, outputs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self._outputs = outputs
        self._backwards = outputs.Backwards()
        self._weight = torch.ones(2, requires_grad=True)
        self.searched = 0
        search = outputs.are_made_from

        def counted(*asked: Any) -> Any:
            self.searched += 1
            return search(*asked)

        monkeypatch.setattr(outputs, "are_made_from", counted)

    def step(self, longer: int = 0, through: bool = False) -> bool:
        """Whether the backward is said to run through the output that was made before."""
        output = self._weight * 2
        loss = (output if through else self._weight).exp().sum()
        for _ in range(longer):
            loss = loss.relu()
        roots = self._outputs.Roots([loss.grad_fn])
        return bool(self._backwards.reach(roots, [output.grad_fn._sequence_nr()]))


@pytest.fixture
def training(outputs: Any, monkeypatch: pytest.MonkeyPatch) -> Training:
    return Training(outputs, monkeypatch)


def test_what_repeats_is_searched_1_2_3_4_8_16_times(training: Training) -> None:
    searched = []
    for number in range(1, 40):
        before = training.searched
        assert not training.step()
        searched += [number] if training.searched > before else []
    assert searched == [1, 2, 3, 4, 8, 16, 32]


def test_what_is_reached_is_searched_each_time(training: Training) -> None:
    assert all(training.step(through=True) for _ in range(20))
    assert training.searched == 20


def test_another_kind_of_backward_is_searched_at_once(training: Training) -> None:
    for _ in range(20):
        training.step()
    assert training.step(longer=1, through=True)
    before = training.searched
    training.step()
    assert training.searched == before


def test_more_kinds_than_are_kept_are_searched_each_time(training: Training, outputs: Any) -> None:
    for longer in range(outputs.MOST_KINDS):
        training.step(longer)
    before = training.searched
    for _ in range(10):
        training.step(outputs.MOST_KINDS)
    assert training.searched == before + 10


def test_a_backward_that_nobody_waits_for_is_not_searched(outputs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part("evidence"), "write", lambda *kind, **said: None)
    sites = part("sites")
    sites.add({"id": 0, "probe": "held_activations", "roles": {"result": 0}})
    sites.add({"id": 1, "probe": "retained_graph", "roles": {"accumulator": 1, "at": 2}})
    searched: list[Any] = []
    roots = sites.Roots

    def search(starts: Any) -> Any:
        searched.append(starts)
        return roots(starts)

    monkeypatch.setattr(sites, "Roots", search)
    weight = torch.ones(2, requires_grad=True)
    sites.look(0, weight.detach() * 2)
    sites.look(1, (3.0, ()))
    sites.backward_starts(weight.sum())
    assert not searched
    sites.look(0, weight * 2)
    sites.backward_starts(weight.sum())
    assert len(searched) == 1
