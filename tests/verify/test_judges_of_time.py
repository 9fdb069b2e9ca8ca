"""What times say about findings: recorded ones, since no test may depend on how fast it runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from torchlint.evidence import Evidence, Loading, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Verdict
from torchlint.verify.judge import verdict

NOTHING = Loading()
RAN = Evidence(processes=1, file="rewritten", is_placed=True)
WAITS = Loading(batches=100, waited=2.0, between=8.0)
KEEPS_UP = Loading(batches=100, waited=0.1, between=9.9)
BETWEEN = Loading(batches=100, waited=0.5, between=9.5)


def judged(probe: str, *facts: dict[str, Any], loading: Loading = NOTHING, visits: int = 100) -> Verdict:
    seen = tuple(Observation(visits, 0, 0, "", each, "2.13", True, loading) for each in facts)
    return verdict(Experiment(probe, ()), replace(RAN, observations=seen))


COMPARED = {"alone": 0.008, "together": 0.002, "is_same": True}
WORK = {"timed": 3200, "each": 0.00025, "unknown": 0, "samples": 32, "compared": COMPARED, "why": ""}
OTHER: dict[str, Any] = {**WORK, "samples": 0, "compared": None}


@pytest.mark.parametrize(
    ("facts", "loading", "outcome", "says"),
    [
        (WORK, WAITS, "confirmed", "on a batch it is 4.0 times as fast on this CPU (250.0 us for each of 3200 samples"),
        (WORK, WAITS, "confirmed", "loops spend 20.0% of their time waiting for DataLoaders, 20.0 ms per batch"),
        (WORK, BETWEEN, "undecided", "4.0 times as fast"),
        (WORK, KEEPS_UP, "refuted", "loops spend 1.0% of their time"),
        ({**WORK, "each": 0.00003125}, WAITS, "refuted", "1.0% of the loops' time"),
        ({**WORK, "compared": {**COMPARED, "together": 0.007}}, WAITS, "refuted", "1.1 times as fast"),
        ({**WORK, "compared": {**COMPARED, "together": 0.006}}, WAITS, "undecided", "1.3 times as fast"),
        ({**WORK, "compared": {**COMPARED, "is_same": False}}, WAITS, "refuted", "different results"),
        ({**WORK, "compared": None, "why": "it draws random numbers"}, WAITS, "undecided", "draws random numbers"),
        ({**OTHER, "samples": 7}, WAITS, "undecided", "too few samples"),
        (WORK, NOTHING, "undecided", "too few batches"),
        (WORK, Loading(batches=4, waited=2.0, between=2.0), "undecided", "too few batches"),
        (
            {**OTHER, "timed": 0, "unknown": 2},
            WAITS,
            "undecided",
            "sample used it in 2 executions",
        ),
    ],
)
def test_work_on_samples(facts: dict[str, Any], loading: Loading, outcome: str, says: str) -> None:
    said = judged("batched_transform", facts, loading=loading)
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == bool(facts["timed"])


def test_one_worker_has_tried_a_batch_for_all() -> None:
    said = judged("batched_transform", OTHER, WORK, loading=WAITS)
    assert said.outcome == "confirmed"
    assert [(number.name, number.unit) for number in said.numbers] == [
        ("speed-up", ""),
        ("per sample", "seconds/sample"),
        ("wait share", ""),
    ]


LOADER = {"loaders": 1, "unknown": 0, "batches": 100, "waited": 2.0, "between": 8.0, "workers": 2, "pinned": 0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({}, "confirmed", "loops spend 20.0% of their time waiting for DataLoaders, 20.0 ms per batch with 2 workers"),
        ({"waited": 0.1, "between": 9.9}, "refuted", "loops spend 1.0%"),
        ({"waited": 0.5, "between": 9.5}, "undecided", "loops spend 5.0%"),
        ({"batches": 4}, "undecided", "only 4 batches"),
        ({"batches": 0, "waited": 0.0, "between": 0.0}, "undecided", "only 0 batches"),
        ({"is_watched": False}, "undecided", "can't be measured in this version"),
        ({"loaders": 0, "unknown": 3}, "undecided", "no DataLoader was found in 3 executions"),
    ],
)
def test_waits_for_loaders(facts: dict[str, Any], outcome: str, says: str) -> None:
    said = judged("loader_wait", {**LOADER, "is_watched": True, **facts})
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == ("%" in said.text)


BLOCKED = {"devices": {"cuda": 100}, "timed": 100, "blocked": 0.4, "least": 5e-6, "passes": 99, "seconds": 4.0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({}, "confirmed", "the host waits for 10.0% of the loop's time, 4.0 ms in each of 100 waits"),
        ({"blocked": 0.02}, "refuted", "0.5%"),
        ({"blocked": 0.1}, "undecided", "2.5%"),
        ({"blocked": 9.0, "seconds": 8.0}, "confirmed", "100.0%"),
        ({"passes": 4}, "undecided", "4 passes"),
        ({"timed": 0, "blocked": 0.0}, "undecided", "tell, or not timed"),
        ({"devices": {"cpu": 100}, "blocked": 0.0005}, "refuted", "nothing to wait for, 5.0 us at best"),
        (
            {"devices": {"cpu": 100}, "timed": 0, "least": None},
            "refuted",
            "100 tensors on the CPU, where there is nothing to wait for",
        ),
        ({"devices": {"none": 3}}, "undecided", "no tensor was seen in 3 executions"),
        ({"devices": {"cpu": 1, "cuda": 99}}, "confirmed", "10.0%"),
    ],
)
def test_waits_for_a_device(facts: dict[str, Any], outcome: str, says: str) -> None:
    said = judged("blocked_time", {**BLOCKED, **facts})
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == (outcome != "undecided" or "%" in said.text)
