"""What recorded evidence of modules says: what they hold, make and drop."""

from __future__ import annotations

import pytest

from tests.judged_facts import Facts, judged
from torchlint.verdict import Number

DROPPING = {
    "train": 9,
    "eval": 4,
    "unknown": 0,
    "looked_at": 4,
    "dropping": 4,
    "dropped": 100,
    "compared": 200,
    "noise": 0.0,
}
COUNTED = {**DROPPING, "probability": 0.0}
TOLD = {**DROPPING, "dropped": 0, "compared": 0, "probability": 0.25}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        (
            COUNTED,
            "confirmed",
            "50% of the numbers dropped in 4 of 4 calls looked",
            Number("dropped in eval mode", 0.5),
        ),
        (TOLD, "confirmed", "asked to drop 25% in 4 of 4 calls looked at", Number("dropped in eval mode", 0.25)),
        (
            {**TOLD, "noise": 0.1},
            "confirmed",
            "noise of scale 0.1 added in 4 of 4 calls",
            Number("dropping", 4, "calls"),
        ),
        (
            {**COUNTED, "dropping": 0, "dropped": 0},
            "refuted",
            "nothing was dropped in 4 calls",
            Number("dropping", 0, "calls"),
        ),
        ({**COUNTED, "eval": 0}, "undecided", "called 9 times in train mode, never in eval mode", None),
        ({**COUNTED, "looked_at": 0}, "undecided", "what 4 calls in eval mode dropped could not be looked at", None),
        ({**COUNTED, "train": 0, "eval": 0, "unknown": 3}, "undecided", "no module was seen in 3 executions", None),
    ],
)
def test_dropout_in_eval(facts: Facts, outcome: str, says: str, first: Number | None) -> None:
    made = judged("dropout_in_eval", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert first is None or made.numbers[0] == first


MADE = {"made": 40, "unknown": 0, "parameters": 2, "numbers": 1056, "steps": 20, "trained": 0}
LAYERS = {**MADE, "eval": 2, "active_in_eval": 0}
DROPOUTS = {**LAYERS, "parameters": 0, "numbers": 0, "active_in_eval": 2}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        (LAYERS, "confirmed", "40 layers created, each with 1,056 new numbers", Number("made", 40, "layers")),
        (
            DROPOUTS,
            "confirmed",
            "2 of them in eval mode, where they still drop",
            Number("dropping in eval mode", 2, "layers"),
        ),
        (
            {**LAYERS, "trained": 2},
            "refuted",
            "an optimizer that steps has their parameters",
            Number("made", 40, "layers"),
        ),
        ({**DROPOUTS, "active_in_eval": 0}, "refuted", "none of them has parameters", Number("made", 40, "layers")),
        ({**DROPOUTS, "active_in_eval": 0, "eval": 0}, "undecided", "all of them in train mode", None),
        ({**LAYERS, "made": 1}, "undecided", "created once", None),
        ({**LAYERS, "made": 0, "unknown": 4}, "undecided", "no module was created in 4 executions", None),
    ],
)
def test_made_modules(facts: Facts, outcome: str, says: str, first: Number | None) -> None:
    made = judged("made_modules", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert first is None or made.numbers[0] == first


LOST = {"lost": 2, "leaves": 0, "unknown": 0, "numbers": 128}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (LOST, "confirmed", "2 of 2 results no longer parameters: 128 numbers are never trained"),
        ({**LOST, "leaves": 1}, "confirmed", "2 of 3 results"),
        ({**LOST, "lost": 0, "leaves": 3}, "undecided", "3 calls returned the parameter"),
        ({**LOST, "lost": 0, "unknown": 3}, "undecided", "no tensor was seen in 3 executions"),
    ],
)
def test_lost_parameter(facts: Facts, outcome: str, says: str) -> None:
    made = judged("lost_parameter", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome != "confirmed" or made.numbers[0] == Number("not trained", 128, "numbers")


REPEATED = {"lists": 1, "unknown": 0, "entries": 6, "modules": 1, "parameters": 2, "numbers": 272}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (REPEATED, "confirmed", "1 module in a list of 6: 272 numbers are trained instead of 1,632"),
        ({**REPEATED, "modules": 6}, "refuted", "6 modules in a list of 6: each entry is a different one"),
        ({**REPEATED, "parameters": 0}, "refuted", "without parameters that it could share"),
        ({**REPEATED, "entries": 1}, "undecided", "nothing can be shared here"),
        ({**REPEATED, "lists": 0, "unknown": 2}, "undecided", "no list of modules was seen in 2 executions"),
    ],
)
def test_repeated_modules(facts: Facts, outcome: str, says: str) -> None:
    made = judged("repeated_modules", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers[0].unit == "modules"


SIGNATURES = {"hooks": 1, "unknown": 0, "fitting": 1, "given": 3, "takes": 3, "calls": 4, "raised": 0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({**SIGNATURES, "fitting": 0, "takes": 4, "calls": 0}, "confirmed", "1 hook can't be called with 3 arguments"),
        ({**SIGNATURES, "raised": 4}, "confirmed", "4 of 4 calls did not return"),
        (SIGNATURES, "refuted", "4 calls returned normally"),
        ({**SIGNATURES, "calls": 0}, "undecided", "it was never called"),
        ({**SIGNATURES, "hooks": 0, "unknown": 1}, "undecided", "no function was seen in 1 execution"),
    ],
)
def test_hook_signature(facts: Facts, outcome: str, says: str) -> None:
    made = judged("hook_signature", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers


WRITES = {"writes": 2, "unknown": 0, "effectless": 2, "things": 4, "unchanged": 4, "what": "parameter"}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (WRITES, "confirmed", "4 of 4 parameters unchanged after 2 writes"),
        ({**WRITES, "what": "attribute"}, "confirmed", "2 writes of an attribute that PyTorch does not have"),
        ({**WRITES, "effectless": 0, "unchanged": 0}, "refuted", "after 2 writes, all of 4 parameters are as written"),
        ({**WRITES, "effectless": 0, "things": 0, "unchanged": 0}, "undecided", "there is no parameter"),
        ({**WRITES, "writes": 0, "unknown": 3}, "undecided", "was not found in 3 executions"),
    ],
)
def test_effectless_write(facts: Facts, outcome: str, says: str) -> None:
    made = judged("effectless_write", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers[0].name == "unchanged"


AXES = {"unknown": 0, "batch_first": 0, "alone": 0, "along_rows": 9, "rows": 32, "columns": 10}
AXIS = {**AXES, "looked_at": 1, "changed": 20, "others": 31}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            AXIS,
            "confirmed",
            "over 10 columns; a different first row changed the output of 20 of",
        ),
        ({**AXIS, "looked_at": 0}, "confirmed", "in 9 calls it iterated over 32 rows, not over 10 columns"),
        ({**AXIS, "along_rows": 0, "batch_first": 9}, "refuted", "9 calls of a layer with batch_first=True"),
        ({**AXIS, "along_rows": 0, "alone": 9}, "undecided", "one row or one column in 9 calls"),
        (
            {**AXIS, "along_rows": 0, "unknown": 9},
            "undecided",
            "no recurrent layer with an input was seen in 9",
        ),
    ],
)
def test_recurrent_axis(facts: Facts, outcome: str, says: str) -> None:
    made = judged("recurrent_axis", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers


TENSOR = {"owners": 1, "unknown": 0, "registered": 0, "plain": 1, "numbers": 3, "left_behind": 0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (TENSOR, "confirmed", "no buffer in 1 module: `.to()` and `state_dict()` skip 3 numbers"),
        (
            {**TENSOR, "left_behind": 1},
            "confirmed",
            "in 1 it is now on another device, or of another dtype, than everything else",
        ),
        ({**TENSOR, "plain": 0, "registered": 2}, "refuted", "registered by 2 modules"),
        ({**TENSOR, "plain": 0, "owners": 0, "unknown": 2}, "undecided", "no module with this tensor was seen in 2"),
    ],
)
def test_unregistered_tensor(facts: Facts, outcome: str, says: str) -> None:
    made = judged("unregistered_tensor", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers[0].name == "not registered"


ROWS = {"kept": 1, "changed": 1, "unknown": 0, "before": 2, "after": 8}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (ROWS, "confirmed", "in 1 of 2 calls, 2 rows became 8"),
        ({**ROWS, "changed": 0}, "undecided", "the sizes matched in 1 call"),
        ({**ROWS, "changed": 0, "kept": 0, "unknown": 2}, "undecided", "no tensor with rows was seen in 2 executions"),
    ],
)
def test_flattened_rows(facts: Facts, outcome: str, says: str) -> None:
    made = judged("flattened_rows", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome == "undecided" or made.numbers[0] == Number("mixed", 1, "calls")


DRIFTING = {
    "modules": 1,
    "unknown": 0,
    "norms": 5,
    "frozen": 4,
    "updated": 4,
    "in_train": 12,
    "steps": 9,
    "distance": 0.5,
}
STILL = {**DRIFTING, "updated": 0, "in_train": 0, "distance": 0.0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (DRIFTING, "confirmed", "4 of 4 frozen batch norms were updated in 9 steps; the running mean moved by 0.5"),
        (STILL, "refuted", "4 frozen batch norms, in eval mode at each of 9 steps looked at"),
        ({**STILL, "in_train": 3}, "undecided", "in train mode at a step, and not updated before the next"),
        ({**STILL, "frozen": 0}, "refuted", "none of 5 batch norms was frozen in 9 steps"),
        ({**STILL, "frozen": 0, "norms": 0}, "refuted", "no batch norm with running statistics, in 9 steps"),
        ({**STILL, "steps": 1}, "undecided", "1 step of an optimizer: too few"),
        ({**STILL, "modules": 0, "unknown": 2}, "undecided", "no module was seen in 2 executions"),
    ],
)
def test_frozen_statistics(facts: Facts, outcome: str, says: str) -> None:
    made = judged("frozen_statistics", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert outcome != "confirmed" or made.numbers[0] == Number("updated", 4, "batch norms")


FRAMES = {"calls": 9, "plain": 0, "wrappers": 2, "parts": 0, "frames": 0, "versions": 1, "model": "Net"}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        (FRAMES, "confirmed", "0 frames compiled in 9 calls; `Net.forward` was compiled 1 time", 0),
        ({**FRAMES, "frames": 2}, "refuted", "2 frames compiled in 9 calls, 0 parts compiled alone", 2),
        ({**FRAMES, "parts": 3}, "refuted", "0 frames compiled in 9 calls, 3 parts compiled alone", 0),
        ({**FRAMES, "calls": 0, "versions": 0}, "confirmed", "`Net.forward` was compiled 0 times", 0),
        ({**FRAMES, "calls": 0, "versions": 2}, "refuted", "`Net.forward` was compiled 2 times", 2),
        ({**FRAMES, "calls": 0, "model": ""}, "undecided", "no compiled model was seen in 8 executions", None),
    ],
)
def test_compiled_frames(facts: Facts, outcome: str, says: str, first: int | None) -> None:
    made = judged("compiled_frames", facts)
    assert (made.outcome, made.text) == (outcome, says), made
    assert first is None or made.numbers[0] == Number("compiled", first, "frames")


@pytest.mark.parametrize(
    ("versions", "outcome", "says"),
    [
        (0, "undecided", "was not compiled in this run"),
        (1, "refuted", "compiled 1 time"),
        (2, "undecided", "compiled 2 times"),
        (5, "confirmed", "compiled 5 times"),
        (8, "confirmed", "compiled 8 times; from then on it runs uncompiled"),
    ],
)
def test_recompiles(versions: int, outcome: str, says: str) -> None:
    made = judged("recompiles", {"versions": versions, "most": 8})
    assert (made.outcome, made.text) == (outcome, says), made


BROKEN = {"versions": 1, "breaks": 2, "reason": "Data-dependent branching"}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (BROKEN, "confirmed", "2 graphs ended here: Data-dependent branching"),
        ({**BROKEN, "breaks": 0, "reason": ""}, "refuted", "compiled 1 time, and no graph ended here"),
        ({"versions": 0, "breaks": 0, "reason": ""}, "undecided", "was not compiled in this run"),
    ],
)
def test_graph_breaks(facts: Facts, outcome: str, says: str) -> None:
    made = judged("graph_breaks", facts)
    assert (made.outcome, made.text) == (outcome, says), made
