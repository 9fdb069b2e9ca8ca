"""What recorded evidence says of programs that several processes train, and of what they keep: each way to go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from torchlint.evidence import Evidence, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Verdict
from torchlint.verify.judge import verdict

ORDER = {"samplers": 1, "unknown": 0, "unshuffled": 0, "passes": 3, "repeated": 2, "is_watched": True}

WEIGHTS = {"1": 7.0, "2": 7.0, "3": 7.0}
RANK: dict[str, Any] = {
    "models": 1,
    "unknown": 0,
    "rank": 0,
    "processes": 2,
    "steps": 3,
    "norms": {"1": 4.0, "2": 2.0, "3": 1.0},
}
RANK["weights"] = WEIGHTS
OTHER = {**RANK, "rank": 1, "norms": {"1": 3.0, "2": 2.0, "3": 1.0}}
FOUR = [{**RANK, "rank": rank, "processes": 4} for rank in range(4)]

SEEDED = {"seeded": 1, "rank": 0, "processes": 2, "steps": 8, "seeds": {"cpu": "7", "cuda": "7"}}
OWN = {**SEEDED, "rank": 1, "seeds": {"cpu": "8", "cuda": "8"}}

LOADED = {"looked": 2, "files": 2, "tensors": 12, "away": 4, "bytes": 4096, "devices": ["cuda:0"], "cut": 0}
COPIED = {"copied": 4, "stayed": 0, "unknown": 0, "bytes": 8000, "device": "cuda:0"}

VISIBLE = {"looked": 1, "unknown": 0, "same": 0, "started": 1, "devices": 8, "asked": 1}

PENDING = {"looked": 4, "unknown": 0, "on_host": 0, "done": 1, "pending": 3}

KEYS = {"looked": 2, "unknown": 0, "alone": 0, "keys": 6, "module": 6, "_orig_mod": 0, "first": "module.weight"}

HALF = {"models": 1, "unknown": 0, "looked": 4, "other": 0, "numbers": 100, "broken": 25, "compared": 75, "stuck": 15}


def judged(probe: str, *facts: dict[str, Any]) -> Verdict:
    seen = [replace(Observation(9, 0, 0, "", {}, "2.2", True), facts=each) for each in facts]
    evidence = Evidence(processes=len(seen), file="rewritten", is_placed=True, observations=tuple(seen))
    return verdict(Experiment(probe, ()), evidence)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (ORDER, "confirmed", "2 of 3 passes had the order of an earlier one"),
        ({**ORDER, "repeated": 0}, "refuted", "0 of 3 passes"),
        ({**ORDER, "passes": 1, "repeated": 0}, "undecided", "1 pass over 1 sampler: too few"),
        ({**ORDER, "unshuffled": 1}, "refuted", "none of 1 sampler shuffles"),
        ({**ORDER, "samplers": 2, "unshuffled": 1}, "undecided", "3 passes over 2 samplers"),
        ({**ORDER, "is_watched": False}, "undecided", "can't be observed in this version"),
        ({**ORDER, "samplers": 0, "unknown": 4}, "undecided", "no DistributedSampler was found in 4 executions"),
    ],
)
def test_the_order_of_samples(facts: dict[str, Any], outcome: str, says: str) -> None:
    said = judged("sample_order", facts)
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == (outcome != "undecided")


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            (RANK, OTHER),
            "confirmed",
            "rank 1 steps with different gradients than rank 0 in 1 of 3 steps looked at, by up to 25% of their norm",
        ),
        (
            (RANK, {**OTHER, "weights": {"1": 7.0, "2": 7.1, "3": 7.2}}),
            "confirmed",
            "25% of their norm; the weights of rank 1 differ from those of rank 0 from step 2 on",
        ),
        (
            (FOUR[0], {**FOUR[1], "norms": OTHER["norms"]}, FOUR[2], {**FOUR[3], "norms": {**RANK["norms"], "3": 0.9}}),
            "confirmed",
            "ranks 1 and 3 step with different gradients than rank 0 in 2 of 3 steps looked at",
        ),
        (
            (FOUR[0], *({**each, "norms": OTHER["norms"], "weights": {"2": 6.0}} for each in FOUR[1:])),
            "confirmed",
            "in 1 of 3 steps looked at, by up to 25% of their norm; the weights of ranks 1 to 3 differ",
        ),
        ((RANK, {**RANK, "rank": 1}), "refuted", "ranks 0 and 1 step with gradients of equal norm in each of 3 steps"),
        ((RANK, {**OTHER, "norms": {"1": 4.001}}), "refuted", "in each of 1 step looked at"),
        ((RANK, {**OTHER, "norms": {}}), "undecided", "compared across all 2 processes"),
        ((RANK, RANK), "undecided", "one process"),
        (({**RANK, "processes": 1},), "undecided", "nothing to compare"),
        (({**RANK, "models": 0, "unknown": 3},), "undecided", "no module was seen in 3 executions"),
    ],
)
def test_gradients_of_several_processes(facts: tuple[dict[str, Any], ...], outcome: str, says: str) -> None:
    said = judged("gradients_across", *facts)
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == (outcome != "undecided")


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            (SEEDED, {**SEEDED, "rank": 1}),
            "confirmed",
            "rank 1 draws from the same seed (7) as rank 0, on the CPU and GPUs, while they train",
        ),
        ((SEEDED, {**OWN, "seeds": {"cpu": "8", "cuda": "7"}}), "confirmed", "as rank 0, on GPUs, while they train"),
        (
            (SEEDED, OWN, {**SEEDED, "rank": 2}, {**SEEDED, "rank": 3}),
            "confirmed",
            "ranks 2 and 3 draw from the same seed (7) as rank 0, on the CPU and GPUs, while they train; 1 of 4",
        ),
        ((SEEDED, OWN), "refuted", "ranks 0 and 1 each train with their own seed"),
        ((SEEDED, {**OWN, "seeds": {}}), "undecided", "rank 1 took no step after 2 seeds"),
        (({**SEEDED, "processes": 1},), "undecided", "one process"),
    ],
)
def test_seeds_of_several_processes(facts: tuple[dict[str, Any], ...], outcome: str, says: str) -> None:
    said = judged("seeds_across", *facts)
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == (outcome != "undecided")


@pytest.mark.parametrize(
    ("probe", "facts", "outcome", "says"),
    [
        ("loaded_devices", LOADED, "confirmed", "4 of 12 tensors, 4.1 KB, were loaded to cuda:0"),
        (
            "loaded_devices",
            {**LOADED, "away": 0, "devices": []},
            "refuted",
            "all of 12 tensors were saved from the CPU",
        ),
        ("loaded_devices", {**LOADED, "away": 0, "cut": 1}, "undecided", "there are more"),
        ("loaded_devices", {**LOADED, "tensors": 0, "away": 0}, "undecided", "in the result of 2 calls"),
        (
            "visible_devices",
            VISIBLE,
            "confirmed",
            "CUDA was already initialised with 8 devices, of which 1 is asked for",
        ),
        ("visible_devices", {**VISIBLE, "asked": 2}, "confirmed", "of which 2 are asked for"),
        ("visible_devices", {**VISIBLE, "same": 1, "started": 0}, "refuted", "had this value already in 1 execution"),
        ("visible_devices", {**VISIBLE, "started": 0}, "undecided", "torch had not initialised CUDA in 1 execution"),
        ("visible_devices", {**VISIBLE, "looked": 0, "unknown": 2}, "undecided", "no value was seen in 2 executions"),
        ("pending_copy", PENDING, "confirmed", "still running in 3 of 4 calls when the program went on"),
        ("pending_copy", {**PENDING, "done": 4, "pending": 0}, "undecided", "done in 4 calls: too quick to tell"),
        ("pending_copy", {**PENDING, "on_host": 4, "done": 0, "pending": 0}, "refuted", "the CPU already in 4 calls"),
        ("pending_copy", {**PENDING, "looked": 0, "unknown": 2}, "undecided", "no tensor was seen in 2 executions"),
        ("checkpoint_keys", KEYS, "confirmed", "6 of 6 names begin with `module.`: module.weight"),
        ("checkpoint_keys", {**KEYS, "module": 0, "_orig_mod": 6}, "confirmed", "6 of 6 names begin with `_orig_mod.`"),
        ("checkpoint_keys", {**KEYS, "module": 0}, "refuted", "none of 6 names begins with a wrapper's prefix"),
        ("checkpoint_keys", {**KEYS, "module": 0, "alone": 2}, "undecided", "a single process has no"),
        ("checkpoint_keys", {**KEYS, "alone": 2}, "confirmed", "6 of 6 names begin with `module.`"),
        ("checkpoint_keys", {**KEYS, "keys": 0, "module": 0, "unknown": 1}, "undecided", "no names were seen"),
        ("half_updates", HALF, "confirmed", "25 of 100 float16 numbers were not finite after 4 steps looked at"),
        (
            "half_updates",
            {**HALF, "broken": 0},
            "confirmed",
            "15 of 75 float16 numbers with a gradient did not change",
        ),
        (
            "half_updates",
            {**HALF, "broken": 0, "stuck": 0},
            "undecided",
            "100 float16 numbers showed no problem in 4 steps",
        ),
        ("half_updates", {**HALF, "numbers": 0, "other": 4}, "refuted", "no parameter was float16 in 4 steps"),
        ("half_updates", {**HALF, "looked": 0}, "undecided", "its parameters was seen to step"),
        ("half_updates", {**HALF, "models": 0, "unknown": 3}, "undecided", "no module was seen in 3 executions"),
        (
            "bfloat16_updates",
            {**HALF, "broken": 0},
            "confirmed",
            "15 of 75 bfloat16 numbers with a gradient did not change in 4 steps looked at",
        ),
        ("bfloat16_updates", {**HALF, "stuck": 5}, "refuted", "5 of 75 bfloat16 numbers with a gradient did not"),
        ("bfloat16_updates", {**HALF, "numbers": 0}, "refuted", "no parameter was bfloat16 in 4 steps"),
        ("bfloat16_updates", {**HALF, "compared": 0}, "undecided", "had no gradient, or only one step"),
        ("bfloat16_updates", {**HALF, "looked": 0}, "undecided", "its parameters was seen to step"),
        ("bfloat16_updates", {**HALF, "models": 0, "unknown": 3}, "undecided", "no module was seen in 3 executions"),
        ("copied_bytes", COPIED, "confirmed", "4 of 4 calls copied to cuda:0: 8.0 KB in total"),
        ("copied_bytes", {**COPIED, "stayed": 4}, "confirmed", "4 of 8 calls"),
        (
            "copied_bytes",
            {**COPIED, "copied": 0, "stayed": 3},
            "refuted",
            "3 calls, the tensor was already on the right device",
        ),
        ("copied_bytes", {**COPIED, "copied": 0, "unknown": 2}, "undecided", "no tensor was seen in 2 executions"),
    ],
)
def test_devices(probe: str, facts: dict[str, Any], outcome: str, says: str) -> None:
    said = judged(probe, facts)
    assert said.outcome == outcome
    assert says in said.text
    assert bool(said.numbers) == (outcome != "undecided")


ALONE = {"begun": 1, "ended": 0, "rank": 0, "world": 2, "backend": "gloo"}


@pytest.mark.parametrize(
    ("processes", "outcome", "says"),
    [
        ([ALONE], "confirmed", "only rank 0 of 2 ranks reached this call, and 1 call never returned"),
        ([ALONE, {**ALONE, "rank": 1, "begun": 0}], "confirmed", "only rank 0 of"),
        ([ALONE, {**ALONE, "rank": 1}], "refuted", "all 2 ranks reach this call"),
        ([{**ALONE, "ended": 1}], "refuted", "only rank 0 of 2 ranks reached this call, and all of 1 call returned"),
        ([{**ALONE, "ended": 1, "backend": "nccl"}], "undecided", "a call returns before it is done"),
        ([{**ALONE, "world": 1}], "undecided", "no group of several processes"),
    ],
)
def test_who_comes_to_a_collective(processes: list[dict[str, Any]], outcome: str, says: str) -> None:
    made = judged("waiting_collective", *processes)
    assert made.outcome == outcome
    assert says in made.text


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"built": False}, "confirmed", "0 GPUs for a PyTorch built without CUDA"),
        ({"built": False, "ended": 0}, "confirmed", "and 1 call did not end"),
        ({"ended": 0}, "confirmed", "1 call did not end: no GPU has started"),
        ({"gpus": 2}, "undecided", "2 GPUs here: it fails on a machine without one"),
        ({"gpus": 1, "ended": 0}, "undecided", "1 GPU here"),
        ({}, "undecided", "the number of GPUs is not known"),
    ],
)
def test_named_device(facts: dict[str, Any], outcome: str, says: str) -> None:
    made = judged("named_device", {"begun": 1, "ended": 1, "built": True, "gpus": -1, **facts})
    assert made.outcome == outcome
    assert says in made.text
