"""What recorded evidence of DataLoaders and their workers says."""

from __future__ import annotations

import pytest

from tests.judged_facts import Facts, judged


def worker(role: str, number: int | None, of_pass: int, *digests: int, values: int | None = None) -> Facts:
    """What one worker of a pass over a loader has seen."""
    count = len(digests) if values is None else values
    said = {"role": role, "values": count, "unreadable": count - len(digests), "digests": list(digests)}
    return {**said, "worker": number, "pass": of_pass, "of": 2}


def seeds(*each: tuple[int | None, int, int]) -> list[Facts]:
    return [worker("seed", number, of_pass, seed) for number, of_pass, seed in each]


@pytest.mark.parametrize(
    ("processes", "outcome", "says"),
    [
        ([worker("generator", None, 0)], "undecided", "no DataLoader worker reached this"),
        ([worker("generator", 0, 7, values=3)], "undecided", "nothing that could be compared in 3 executions"),
        ([worker("generator", 0, 7, 1, 2), worker("generator", 1, 7, 1, 2)], "confirmed", "2 of 4 random states in 2"),
        (
            [worker("generator", 0, 7, 1), worker("generator", 0, 8, 1)],
            "confirmed",
            "of 2 passes were the same as in another",
        ),
        ([worker("generator", 0, 7, 1, 2), worker("generator", 1, 7, 3, 4)], "refuted", "none of 4 random states"),
        ([worker("generator", 0, 7, 1)], "undecided", "too few to tell"),
        (seeds((0, 7, 0), (1, 7, 1)), "undecided", "none of 2 seeds in 2 workers of 1 pass repeated: too few to tell"),
        (seeds((0, 7, 0), (1, 7, 1), (0, 8, 0), (1, 8, 1)), "confirmed", "2 of 4 seeds in 4 workers of 2 passes"),
        (seeds((0, 7, 42), (1, 7, 42)), "confirmed", "1 of 2 seeds"),
        (seeds((0, 7, 5), (1, 7, 6), (0, 8, 9), (1, 8, 10)), "refuted", "none of 4 seeds"),
        (
            [worker("sample", 0, 7, 1, 2), worker("sample", 1, 7, 1, 2)],
            "confirmed",
            "2 of 4 samples in 2 workers of 1 pass",
        ),
        ([worker("sample", 0, 7, 1, 2), worker("sample", 1, 7, 3)], "refuted", "none of 3 samples"),
        ([worker("sample", 0, 7, 1, 2), worker("sample", 1, 7, 3, values=9)], "undecided", "too few to tell"),
        ([worker("sample", 0, 7, 1, 2), worker("sample", 0, 8, 1, 2)], "undecided", "too few to tell"),
    ],
)
def test_repeated_in_workers(processes: list[Facts], outcome: str, says: str) -> None:
    made = judged("repeated_in_workers", *processes)
    assert (made.outcome, says in made.text) == (outcome, True), made


HANDLE = dict.fromkeys("opened own inherited unknown".split(), 0)


@pytest.mark.parametrize(
    ("processes", "outcome", "says"),
    [
        (
            [{"inherited": 4}, {"inherited": 3}],
            "confirmed",
            "used 7 times in 2 forked processes, which did not open it",
        ),
        ([{"opened": 1, "own": 2}, {"inherited": 1}], "confirmed", "used 1 time in 1 forked process, which"),
        ([{"opened": 1, "own": 2}, {"own": 2}], "refuted", "used 4 times in 2 processes, each of which had opened it"),
        ([{"opened": 1, "own": 2}], "undecided", "no workers in this run"),
        ([{"unknown": 2}], "undecided", "not opened here"),
    ],
)
def test_inherited_handle(processes: list[Facts], outcome: str, says: str) -> None:
    made = judged("inherited_handle", *({**HANDLE, **facts} for facts in processes))
    assert (made.outcome, says in made.text) == (outcome, True), made


ORDER = {**dict.fromkeys("loaders unknown in_order others passes samples".split(), 0), "is_watched": True}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"unknown": 2}, "undecided", "no DataLoader was found in 2 executions"),
        ({"others": 1}, "refuted", "a custom sampler orders 1 loader"),
        ({"in_order": 1, "passes": 1, "samples": 8}, "undecided", "in a single pass"),
        (
            {"in_order": 1, "passes": 3, "samples": 8},
            "confirmed",
            "8 samples came in the order of the dataset in each of 3",
        ),
        ({"in_order": 1, "passes": 3, "is_watched": False}, "undecided", "can't be counted in"),
    ],
)
def test_loader_order(facts: Facts, outcome: str, says: str) -> None:
    made = judged("loader_order", {**ORDER, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


DROPPED = dict.fromkeys("loaders unknown samples dropped".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"unknown": 1}, "undecided", "no DataLoader whose samples can be counted"),
        ({"loaders": 1, "samples": 10, "dropped": 2}, "confirmed", "2 of 10 samples are in no batch"),
        ({"loaders": 1, "samples": 12}, "refuted", "all 12 samples are in batches"),
    ],
)
def test_dropped_samples(facts: Facts, outcome: str, says: str) -> None:
    made = judged("dropped_samples", {**DROPPED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


REPEATS = dict.fromkeys("samplers unknown alone samples repeated".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"unknown": 1}, "undecided", "no DistributedSampler was made here"),
        ({"alone": 1}, "undecided", "a single rank has all samples"),
        ({"samplers": 1, "samples": 33, "repeated": 7}, "confirmed", "the ranks get 7 of 33 samples a second time"),
        ({"samplers": 1, "samples": 32}, "refuted", "32 samples can be divided without repeating any"),
    ],
)
def test_repeated_samples(facts: Facts, outcome: str, says: str) -> None:
    made = judged("repeated_samples", {**REPEATS, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


RESTARTS = dict.fromkeys("loaders unknown again in_order batches workers".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"unknown": 1}, "undecided", "no DataLoader was found in 1 execution"),
        ({"loaders": 1}, "undecided", "reached only once"),
        ({"loaders": 4}, "refuted", "a different loader each time, 4 in total"),
        ({"loaders": 9, "again": 8, "workers": 2}, "confirmed", "started 9 times for one batch each, with 2 workers"),
        ({"loaders": 9, "again": 8, "in_order": 1, "batches": 5}, "confirmed", "always for the first of its 5, with 0"),
    ],
)
def test_loader_restarts(facts: Facts, outcome: str, says: str) -> None:
    made = judged("loader_restarts", {**RESTARTS, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


FLAGS = {**dict.fromkeys("steps both either".split(), 0), "at_end": None, "cuda": False}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"steps": 4, "both": 3}, "confirmed", "both were on in 3 of 4 steps; they only have an effect on a GPU"),
        ({"steps": 4, "both": 4, "cuda": True}, "confirmed", "both were on in 4 of 4 steps"),
        ({"steps": 4, "either": 4}, "refuted", "not on together in any of 4 steps"),
        ({"at_end": True}, "undecided", "at the end they were on"),
        ({"at_end": False}, "undecided", "at the end they were not both on"),
    ],
)
def test_cudnn_flags(facts: Facts, outcome: str, says: str) -> None:
    made = judged("cudnn_flags", {**FLAGS, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"different": 2, "seeds": [0, 3]}, "confirmed", "0 here, 3 there, in 2 calls"),
        ({"same": 2}, "refuted", "the same seed in 2 calls"),
        ({"unknown": 2}, "undecided", "no two numbers"),
    ],
)
def test_seeds_differ(facts: Facts, outcome: str, says: str) -> None:
    made = judged("seeds_differ", {"different": 0, "same": 0, "unknown": 0, "seeds": None, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made
