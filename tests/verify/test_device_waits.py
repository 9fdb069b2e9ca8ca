"""Waits for a device in training steps: how they are counted, and what is found of a device that is only pretended."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.observed_runs import observed, plainly
from tests.rule_folders import RULES
from tests.runtime_parts import importable, part
from torchlint.pack import builtin_rules
from torchlint.run_rules import Sighting
from torchlint.verify.plan import Plan, absolute
from torchlint.verify.run_findings import run_findings

torch = pytest.importorskip("torch")
PRETENDED = Path(__file__).parent.parent / "pretended_device"
RULE = builtin_rules()["host-waits-for-device"]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Counting:
    """The counter, with a clock and a device of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.on = Clock(), "cuda"
        self.waits, self.monitor = part("waits"), part("monitors.device_waits").DeviceWaits()
        part("torch_state").is_here(torch)
        self.tensor = torch.ones(2, requires_grad=True)
        self.optimizer = torch.optim.SGD([self.tensor], lr=0.1)
        monkeypatch.setattr(self.waits.budget, "clock", self.clock)
        monkeypatch.setattr(self.waits, "device_of", lambda it: self.on if it is self.tensor else "")
        self.item = self.waits.add(("/a.py", 3, 0, 3, 9), "number")
        self.other = self.waits.add(("/a.py", 5, 0, 5, 9), "number")

    def wait(self, number: int, seconds: float) -> None:
        self.waits.begins(number, self.tensor)
        self.clock.now += seconds
        self.waits.ends(number, 1.0)

    def step(self, seconds: float, optimizer: Any = None) -> None:
        self.clock.now += seconds
        self.monitor.step_ends(optimizer or self.optimizer)

    def facts(self) -> dict[int, dict[str, Any]]:
        return {place[1]: facts for place, facts in self.monitor.sightings()}


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    with importable():
        yield Counting(monkeypatch)


def test_a_typical_step_is_told(counting: Counting) -> None:
    counting.step(1.0)
    for step in range(12):
        for _ in range(30 if step == 6 else 2):  # an evaluation between two steps
            counting.wait(counting.item, 0.25)
        if step % 5 == 0:
            counting.wait(counting.other, 0.25)
        counting.step(1.5)
    told = {"waits_for": "number", "steps": 10, "of": 10, "waits": 2, "blocked": 0.5, "step": 2.0}
    assert counting.facts() == {3: {**told, "is_judged": False, "others": 0}}


def test_the_first_steps_do_not_count_and_what_trains_on_the_host_has_no_waits(counting: Counting) -> None:
    counting.step(1.0)
    for _ in range(counting.waits.WARM_UP):
        counting.wait(counting.item, 0.25)
        counting.step(1.0)
    assert not counting.facts()
    counting.monitor.begin()
    counting.on = "cpu"
    for _ in range(10):
        counting.wait(counting.item, 0.25)
        counting.step(1.0)
    assert not counting.facts()
    assert not counting.waits.is_counting


def test_one_optimizer_of_two_sets_the_pace_and_another_training_has_its_own(counting: Counting) -> None:
    second = torch.optim.SGD([counting.tensor], lr=0.1)
    counting.step(1.0)
    for _ in range(12):
        counting.step(0.5, second)
        counting.wait(counting.item, 0.5)
        counting.step(1.0)
    (facts,) = counting.facts().values()
    assert (facts["steps"], facts["of"], facts["waits"], facts["step"]) == (10, 10, 1, 2.0)
    for _ in range(30):
        counting.wait(counting.other, 0.5)
        counting.step(0.5, second)
    assert set(counting.facts()) == {3, 5}


def test_counting_ends_after_many_steps(counting: Counting) -> None:
    for _ in range(counting.waits.WARM_UP + counting.waits.MOST_STEPS):
        counting.step(1.0)
    assert counting.waits.is_counting
    counting.step(1.0)
    assert not counting.waits.is_counting


def test_other_threads_are_not_counted_and_an_error_leaves_no_wait(counting: Counting) -> None:
    for _ in range(10):
        counting.step(1.0)
        thread = threading.Thread(target=counting.wait, args=(counting.other, 0.0))
        thread.start()
        thread.join()
        counting.waits.begins(counting.item, counting.tensor)  # it raises
    assert not counting.facts()


def test_a_copy_is_one_between_two_devices_and_a_mask_has_truths(counting: Counting) -> None:
    for _ in range(10):
        counting.step(1.0)
        for kind, operand, result in (
            ("copy", counting.tensor, counting.tensor),
            ("copy", counting.tensor, None),
            ("copy", object(), counting.tensor),
            ("number", object(), 1.0),
            ("mask", counting.tensor, 1),
            ("mask", (slice(None), object()), 1),
            ("all", counting.tensor, None),
        ):
            number = counting.waits.add(("/a.py", 7, 0, 7, 9), kind)
            counting.waits.begins(number, operand)
            counting.waits.ends(number, result)
    assert not counting.facts()
    vars(counting.waits)["device_of"] = lambda it: (
        "" if type(it) is not torch.Tensor else "cuda" if it.requires_grad or it.dtype == torch.bool else "cpu"
    )
    for _ in range(10):
        counting.step(1.0)
        for row, kind, operand, result in (
            (11, "copy", counting.tensor, torch.ones(2)),
            (12, "copy", torch.ones(2), counting.tensor),
            (13, "mask", (slice(None), torch.ones(2) > 0), 1),
            (14, "all", torch.cuda, None),
        ):
            number = counting.waits.add(("/a.py", row, 0, row, 9), kind)
            counting.waits.begins(number, operand)
            counting.waits.ends(number, result)
    assert set(counting.facts()) == {11, 12, 13, 14}


FACTS = {"waits_for": "number", "steps": 30, "of": 31, "waits": 1, "blocked": 0.02, "step": 0.1, "others": 2}


def test_the_rule_wants_a_share_of_the_step_and_several_steps() -> None:
    def said(**changed: Any) -> str:
        assert RULE.judge
        told = RULE.judge([Sighting("process 1", {**FACTS, "is_judged": False, **changed})])
        return told.text if told else ""

    assert said() == (
        "1 wait per step, 20 ms of the 100 ms that a step takes, in 30 of 31 steps; 2 more places wait in each step"
    )
    assert said(others=0).endswith("in 30 of 31 steps")
    assert not said(steps=4)
    assert not said(blocked=0.004)
    assert not said(is_judged=True)


def test_a_program_is_the_same_where_waits_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = RULES / "host_waits_for_device" / "cases" / "steps.py"
    text = program.read_text(encoding="utf-8") + "print([one.hex() for one in torch.rand(3).tolist()], __file__)\n"
    (tmp_path / "steps.py").write_text(text, encoding="utf-8")
    path = absolute(str(tmp_path / "steps.py"))
    plan = Plan((), {}, (RULE.monitor,), (path,))
    plain = plainly(tmp_path, sys.executable, "steps.py")
    ran, session = observed(tmp_path, plan, sys.executable, "steps.py")
    assert (ran, session.notes) == (plain, ())
    assert not run_findings(session.processes, [RULE])  # a machine with a device has none in use here
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.setenv("PYTHONPATH", str(PRETENDED))
    ran, session = observed(tmp_path, plan, sys.executable, "steps.py")
    assert (ran, session.notes) == (plain, ())
    found = run_findings(session.processes, [RULE])[path]
    assert {one.place[0] for one in found} == {27, 33, 37, 44}
