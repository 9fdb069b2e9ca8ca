"""What recorded evidence of values says: probabilities, domains, what forwards return, results that are dropped."""

from __future__ import annotations

import math

import pytest

from tests.judged_facts import Facts, judged
from torchlint.verdict import Verdict


def numbers(made: Verdict) -> dict[str, float]:
    return {number.name: number.value for number in made.numbers}


SATURATION = {
    **dict.fromkeys("unreadable outside nans zeros ones wrong infinite unmeasured".split(), 0),
    "checked": 4,
    "numbers": 400,
    "closest": 2e-3,
    "largest": 6.2,
    "dtype": "torch.float32",
    "loss": {"now": 0.4, "fused": 0.4},
    "gradient": {"now": 1.0, "fused": 1.0, "broken": 0, "numbers": 100},
}
LESS = {"now": 0.25, "fused": 1.0, "broken": 0, "numbers": 100}
NO_LOGITS = {"loss": None, "largest": None, "gradient": None}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        ({}, "undecided", "no harm so far: 0 of 400 values rounded to 0 or 1, closest", ("closest to 0 or 1", 2e-3)),
        ({}, "undecided", "largest logit 6.2 (float32 rounds to 1 from 16.6 on)", ("closest to 0 or 1", 2e-3)),
        ({"dtype": "torch.bfloat16"}, "undecided", "bfloat16 rounds to 1 from 6.3", ("closest to 0 or 1", 2e-3)),
        (NO_LOGITS, "undecided", "closest to 0 or 1 0.002", ("closest to 0 or 1", 2e-3)),
        ({"zeros": 300, "ones": 4}, "undecided", "304 of 400 values rounded", ("closest to 0 or 1", 2e-3)),
        (
            {**NO_LOGITS, "unmeasured": 3},
            "undecided",
            "the gradient could not be determined",
            ("closest to 0 or 1", 2e-3),
        ),
        ({"gradient": LESS}, "confirmed", "75 % of the gradient lost; 0 of 400", ("gradient lost", 0.75)),
        ({"gradient": {**LESS, "now": 0.995}}, "undecided", "no harm", ("closest to 0 or 1", 2e-3)),
        ({"gradient": {**LESS, "now": 0.0, "fused": 0.0}}, "undecided", "no harm", ("closest to 0 or 1", 2e-3)),
        ({"gradient": {**LESS, "broken": 7}}, "confirmed", "7 of 100 gradients not", ("gradients not finite", 7)),
        ({"loss": {"now": 3.0, "fused": 2.0}}, "confirmed", "a mean loss of 3 where logits give 2", None),
        ({"loss": {"now": 2.001, "fused": 2.0}}, "undecided", "no harm", None),
        ({"loss": {"now": 2.01, "fused": 2.0}, "dtype": "torch.float16"}, "undecided", "no harm", None),
        ({"infinite": 2, "zeros": 2}, "confirmed", "2 results not finite; 2 of 400 values", ("not finite", 2)),
        ({"wrong": 1, "ones": 9}, "confirmed", "1 on the wrong side of its target", ("on the wrong side", 1)),
        (
            {"wrong": 2, "gradient": LESS},
            "confirmed",
            "75 % of the gradient lost; 0 of 400 values rounded to 0 or 1; 2",
            None,
        ),
        ({"outside": 3, "wrong": 2}, "refuted", "3 of 400 values are not between 0 and 1", ("outside", 3)),
        ({"numbers": 0, "unreadable": 4}, "undecided", "no probabilities could be read in 8 calls", None),
        ({"nans": 400, **NO_LOGITS}, "undecided", "nothing but NaN", None),
    ],
)
def test_saturation(facts: Facts, outcome: str, says: str, first: tuple[str, float] | None) -> None:
    made = judged("saturation", {**SATURATION, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made
    if first:
        assert made.numbers[0].name == first[0]
        assert made.numbers[0].value == pytest.approx(first[1])


def test_the_worst_gradient_of_all_processes_counts() -> None:
    made = judged("saturation", SATURATION, {**SATURATION, "gradient": LESS}, {**SATURATION, **NO_LOGITS})
    assert made.text.startswith("75 % of the gradient lost; 0 of 1200 values")


EFFECT = {"now": 2.07, "right": 4.23, "gradient": 0.101}
SOFTMAXED = {
    **dict.fromkeys("unreadable empty nans logarithms".split(), 0),
    "checked": 7,
    "numbers": 700,
    "normalised": 7,
    "between": 7,
    "classes": 10,
    "lowest": 0.01,
    "highest": 0.9,
    "floor": 1.461,
    "effect": EFFECT,
    "others": {},
}
LABELS = {"classes": 0, "normalised": 0, "floor": None, "effect": {**EFFECT, "floor": 0.6}}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({}, "confirmed", "can't go below 1.461 with 10 classes: given rows that sum to 1 in 7 calls looked at"),
        ({}, "confirmed", "a loss of 2.070 now, 4.230 from logits, with a gradient of 0.1 times the size"),
        ({"normalised": 0}, "confirmed", "given numbers from 0.01 to 0.9"),
        ({"effect": None}, "confirmed", "can't go below 1.461"),
        (LABELS, "confirmed", "can't go below 0.600 with these targets"),
        ({**LABELS, "effect": None}, "confirmed", "given numbers from 0.01 to 0.9 in 7 calls"),
        ({"between": 0, "logarithms": 7, "normalised": 0}, "refuted", "harmless"),
        (
            {"between": 0, "lowest": -3.0, "highest": 4.0},
            "refuted",
            "no probabilities in 7 calls looked at: from -3 to 4",
        ),
        ({"between": 0, "lowest": -math.inf}, "refuted", "from -inf"),
        ({"between": 3}, "undecided", "only 3 of 7 calls"),
        ({"numbers": 7}, "undecided", "too few to tell: 7 numbers"),
        ({"checked": 0, "empty": 3}, "undecided", "empty in 8 calls"),
        ({"checked": 0, "nans": 3}, "undecided", "NaN"),
        ({"checked": 0, "unreadable": 3}, "undecided", "nothing whose numbers can be read"),
        ({"checked": 0, "others": {"NLLLoss": 8}}, "undecided", "called here was `NLLLoss` in 8 calls looked at"),
    ],
)
def test_softmaxed_input(facts: Facts, outcome: str, says: str) -> None:
    made = judged("softmaxed_input", {**SOFTMAXED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert all(math.isfinite(number) for number in numbers(made).values())


def test_a_process_that_gives_logits_speaks_against_the_others() -> None:
    logits = {**SOFTMAXED, "between": 0, "normalised": 0, "lowest": -3.0}
    assert judged("softmaxed_input", SOFTMAXED, logits).outcome == "undecided"
    unread = {
        **SOFTMAXED,
        **dict.fromkeys("checked between normalised numbers".split(), 0),
        "lowest": None,
        "highest": None,
    }
    assert judged("softmaxed_input", SOFTMAXED, {**unread, "unreadable": 3, "floor": None}).outcome == "confirmed"


def test_the_lowest_loss_comes_first() -> None:
    made = numbers(judged("softmaxed_input", SOFTMAXED))
    assert list(made) == ["lowest loss", "loss", "loss from logits", "gradient ratio"]


DOMAIN = {
    **dict.fromkeys("unreadable empty outside edge broken rows rows_off above".split(), 0),
    "checked": 4,
    "numbers": 40,
    "wanted": "positive",
    "lowest": 0.5,
    "highest": 3.0,
    "sum_lowest": None,
    "sum_highest": None,
}
ROWS = {"wanted": "log_probabilities", "rows": 20, "sum_lowest": 0.0, "sum_highest": 1e-7, "highest": -0.1}
OFF = {**ROWS, "rows_off": 20, "above": 18, "sum_highest": 300.0, "highest": 264.0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({}, "undecided", "no harm in 40 values looked at: from 0.5 to 3"),
        ({"outside": 3}, "confirmed", "3 of 40 values looked at are not greater than 0: from"),
        ({"outside": 3, "broken": 3}, "confirmed", "; 3 results not finite"),
        ({"outside": 3, "wanted": "nonnegative"}, "confirmed", "are less than 0"),
        ({"outside": 3, "wanted": "nonzero"}, "confirmed", "are 0"),
        ({"outside": 3, "wanted": "cosine"}, "confirmed", "are not between -1 and 1"),
        ({"edge": 2, "wanted": "nonnegative"}, "confirmed", "2 of 40 values looked at have an infinite gradient"),
        ({"broken": 1}, "confirmed", "1 result not finite"),
        ({"checked": 0, "empty": 4}, "undecided", "empty in 8 calls"),
        ({"checked": 0, "unreadable": 4}, "undecided", "nothing whose numbers can be read"),
        (ROWS, "refuted", "20 rows of log-probabilities in 4 calls"),
        (OFF, "confirmed", "20 of 20 rows are not log-probabilities: exponentials sum to 1 to 1e130 instead of 1"),
        (OFF, "confirmed", "with numbers up to 264"),
        ({**OFF, "rows_off": 3}, "undecided", "3 of 20 rows"),
        ({**ROWS, "rows": 0, "highest": None}, "undecided", "nothing but NaN"),
    ],
)
def test_value_domain(facts: Facts, outcome: str, says: str) -> None:
    made = judged("value_domain", {**DOMAIN, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert all(math.isfinite(number) for number in numbers(made).values())


BARE = "tuple(Tensor 2d, None)"
NESTED = "list(Tensor 2d, tuple(Tensor 1d, Tensor 1d))"


@pytest.mark.parametrize(
    ("train", "evaluating", "unknown", "outcome", "says"),
    [
        ({BARE: 3}, {BARE: 1}, {}, "confirmed", "4 of 4 calls returned tuple(Tensor 2d, None)"),
        (
            {BARE: 3},
            {NESTED: 1},
            {},
            "confirmed",
            "that differs between modes: tuple(Tensor 2d, None) 3 times in train",
        ),
        (
            {BARE: 3, NESTED: 1},
            {BARE: 1},
            {},
            "confirmed",
            "differs between calls: tuple(Tensor 2d, None) 4 times, list",
        ),
        ({BARE: 3}, {"Tensor 2d": 1}, {}, "confirmed", "3 of 4 calls returned a bare tuple that differs between"),
        ({}, {}, {"Tensor 2d": 2, "Pair": 1}, "refuted", "no bare tuple is returned: Tensor 2d in 2 calls"),
        ({}, {}, {"tuple(tuple(Tensor 2d, Tensor 2d))": 2, "tuple()": 1}, "refuted", "no bare tuple"),
        ({}, {}, {}, "undecided", "in 2 calls, a decorator or another forward got it before any caller"),
    ],
)
def test_output_structure(train: Facts, evaluating: Facts, unknown: Facts, outcome: str, says: str) -> None:
    made = judged("output_structure", {"train": train, "eval": evaluating, "": unknown, "inner": 2})
    assert (made.outcome, says in made.text) == (outcome, True), made


def test_the_things_in_a_tuple_are_counted() -> None:
    facts = {
        "train": {NESTED: 2, "tuple(Tensor 1d, tuple(None, None), Tensor 1d, ...)": 1},
        "eval": {},
        "": {},
        "inner": 0,
    }
    assert numbers(judged("output_structure", facts)) == {"bare tuples": 3, "elements": 4, "signatures": 2}


DROPPED = {
    **dict.fromkeys("module itself in_place same unknown different copied changed compared unmeasured".split(), 0),
    "changes": {},
}
MOVED = {"different": 4, "copied": 48, "changes": {"cpu -> cuda:0, float32 -> float16": 4}}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (MOVED, "confirmed", "4 results dropped: cpu -> cuda:0, float32 -> float16, 48 B copied for nothing"),
        (
            {"different": 1, "changed": 6, "compared": 64, "changes": {"other values": 1}},
            "confirmed",
            "1 result dropped: other values (6 of 64 looked at)",
        ),
        ({**MOVED, "same": 3}, "confirmed", "4 results"),
        ({**MOVED, "in_place": 1}, "confirmed", "4 results"),
        ({"same": 3}, "undecided", "nothing to do: the tensor was"),
        ({"same": 3, "module": 5}, "undecided", "nothing to do"),
        ({"unmeasured": 3}, "undecided", "could not be compared"),
        ({"unknown": 3}, "undecided", "no tensor was seen in 3 calls"),
        ({"unknown": 3, "module": 1}, "undecided", "something other than a tensor"),
        ({"in_place": 2}, "refuted", "2 calls changed the tensor itself"),
        ({"module": 2}, "refuted", "2 calls of an object that changes in place"),
        ({"itself": 1}, "refuted", "1 call of an object that changes in place"),
    ],
)
def test_discarded_result(facts: Facts, outcome: str, says: str) -> None:
    made = judged("discarded_result", {**DROPPED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


DIVERGENCE = {
    **dict.fromkeys("unreadable large right averaged wrong plain neither".split(), 0),
    "checked": 4,
    "classes": 20,
    "result": None,
    "truth": None,
}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        ({"right": 4}, "refuted", "the loss is the divergence in 4 calls", ("calls", 4)),
        (
            {"wrong": 4, "plain": 4, "result": -3.0, "truth": 0.06},
            "confirmed",
            "a loss of -3 where the divergence is 0.06: it was given probabilities",
            ("loss", -3.0),
        ),
        (
            {"averaged": 4, "result": 0.003, "truth": 0.06},
            "confirmed",
            "divided by 20 classes as well",
            ("loss", 0.003),
        ),
        ({"wrong": 4, "result": math.nan, "truth": 0.06}, "confirmed", "a loss of nan", ("divergence", 0.06)),
        ({"neither": 4}, "confirmed", "neither a distribution", ("calls without distributions", 1)),
        ({"neither": 1, "right": 3}, "undecided", "in 1 of 4 calls", ("calls without distributions", 0.25)),
        ({"checked": 0, "large": 8}, "undecided", "too large, or empty in 8 calls", None),
        ({"checked": 0, "unreadable": 8}, "undecided", "nothing whose numbers can be read", None),
    ],
)
def test_a_divergence(facts: Facts, outcome: str, says: str, first: tuple[str, float] | None) -> None:
    made = judged("divergence", {**DIVERGENCE, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made
    assert (made.numbers[0].name, made.numbers[0].value) == first if first else not made.numbers


MASKED = dict.fromkeys("checked without_graph unmeasured numbers broken chosen".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            {"checked": 2, "numbers": 8, "broken": 3},
            "confirmed",
            "3 of 8 gradients in 2 calls looked at are NaN or inf",
        ),
        ({"checked": 2, "numbers": 8, "broken": 3}, "confirmed", "every result is finite"),
        ({"checked": 2, "numbers": 8, "broken": 3, "chosen": 1}, "confirmed", "1 result not finite"),
        ({"checked": 2, "numbers": 8}, "undecided", "no harm so far: 0 of 8 gradients"),
        ({"without_graph": 4}, "refuted", "no tensor has a gradient here in 4 calls"),
        ({"unmeasured": 4}, "undecided", "the gradient could not be determined"),
    ],
)
def test_what_was_not_chosen(facts: Facts, outcome: str, says: str) -> None:
    made = judged("masked_gradient", {**MASKED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


ROUNDED = {
    **dict.fromkeys("unreadable rounded kept overflowed reached numbers".split(), 0),
    "checked": 4,
    "constant": 1e-8,
    "became": "0.0",
    "dtype": "torch.float16",
}
BOUND = {"rounded": 4, "constant": 1 - 1e-8, "became": "1.0", "dtype": "torch.float32", "numbers": 80, "reached": 3}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"rounded": 4}, "confirmed", "1e-08 is 0 in float16, in 4 of 4 cases looked at"),
        (BOUND, "confirmed", "1e-08 less than 1 is 1 in float32, in 4 of 4 cases looked at; 3 of 80 numbers are 1"),
        (
            {"overflowed": 1, "kept": 3, "constant": -1e9},
            "confirmed",
            "-1e+09 is beyond the range of float16, in 1 of 4",
        ),
        ({"kept": 4, "dtype": "torch.float64"}, "refuted", "1e-08 is kept in float64, in 4 cases"),
        ({"checked": 0, "unreadable": 4, "dtype": ""}, "undecided", "no floating-point numbers in 8 calls"),
    ],
)
def test_a_constant_in_another_type(facts: Facts, outcome: str, says: str) -> None:
    made = judged("rounded_constant", {**ROUNDED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


KEPT = dict.fromkeys("tensors others bytes alive alive_bytes".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"tensors": 8, "bytes": 8000}, "confirmed", "a tensor in 8 of 8 calls, 8.0 KB in total"),
        (
            {"tensors": 8, "bytes": 8000, "alive": 7, "alive_bytes": 7000},
            "confirmed",
            "up to 7 tensors from earlier calls",
        ),
        ({"tensors": 1, "others": 7, "bytes": 8}, "confirmed", "a tensor in 1 of 8 calls"),
        ({"others": 8}, "refuted", "no tensor in 8 calls"),
    ],
)
def test_what_a_context_keeps(facts: Facts, outcome: str, says: str) -> None:
    made = judged("kept_tensor", {**KEPT, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


PILED = dict.fromkeys("tensors others bytes remembered alive".split(), 0)


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            {"tensors": 9, "bytes": 9000, "remembered": 7, "alive": 7},
            "confirmed",
            "all 7 tensors from earlier calls still alive: 1.0 KB more with each call",
        ),
        ({"tensors": 9, "remembered": 7, "alive": 6}, "refuted", "6 of 7 tensors from earlier calls still alive"),
        ({"tensors": 3, "remembered": 2, "alive": 2}, "undecided", "only 3 calls: too few"),
        ({"others": 3}, "undecided", "no tensor in 3 calls"),
    ],
)
def test_what_piles_up(facts: Facts, outcome: str, says: str) -> None:
    made = judged("piled_tensors", {**PILED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


MISPLACED = {"checked": 2, "unreadable": 0, "misplaced": 0, "numbers": 24, "before": [4, 3], "after": [3, 4]}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"misplaced": 18}, "confirmed", "75% of 24 numbers are in the wrong place: (4, 3) became (3, 4), in 2 calls"),
        ({"before": [5, 1], "after": [1, 5]}, "refuted", "every number is where a permutation would put it"),
        ({"checked": 0, "unreadable": 8}, "undecided", "no shapes could be compared in 8 calls"),
    ],
)
def test_numbers_in_the_wrong_place(facts: Facts, outcome: str, says: str) -> None:
    made = judged("misplaced_numbers", {**MISPLACED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


def test_a_mean_of_nothing() -> None:
    """Nothing selected is what was claimed; of an operation that wants something else it says nothing."""
    names = "checked unreadable empty numbers outside edge broken rows rows_off above"
    facts: Facts = {**dict.fromkeys(names.split(), 0), "wanted": "finite", "lowest": None, "highest": None}
    made = judged("value_domain", {**facts, "empty": 1, "checked": 3, "numbers": 9, "lowest": 0.0, "highest": 1.0})
    assert (made.outcome, made.text) == ("confirmed", "nothing was selected in 1 of 4 calls looked at")
    fine = judged("value_domain", {**facts, "checked": 3, "numbers": 9, "lowest": 0.0, "highest": 1.0})
    assert (fine.outcome, fine.text) == ("undecided", "no harm in 9 values looked at: from 0 to 1")


SHAPES = {"pairs": 4, "unreadable": 0, "equal": 0, "spread": 0, "output": [], "target": [], "result": []}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            {"spread": 4, "output": [64, 1], "target": [64], "result": [64, 64]},
            "confirmed",
            "output shape (64, 1) and target shape (64,) were broadcast to (64, 64), in 4 of 4 calls",
        ),
        ({"equal": 4}, "refuted", "the shapes match in 4 calls"),
        ({"pairs": 0, "unreadable": 8}, "undecided", "no two tensors in 8 calls"),
    ],
)
def test_shapes_that_are_spread(facts: Facts, outcome: str, says: str) -> None:
    made = judged("broadcast_shapes", {**SHAPES, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


COMPARED = {"checked": 2, "unreadable": 0, "numbers": 64, "outside": 0, "between": 0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"outside": 30, "between": 4}, "confirmed", "30 of 64 numbers lie outside 0 and 1; 4 between 0 and 0.5"),
        ({}, "refuted", "all of 64 numbers lie between 0 and 1"),
        ({"checked": 0, "numbers": 0, "unreadable": 8}, "undecided", "no numbers in 8 executions"),
    ],
)
def test_numbers_that_are_compared_with_a_probability(facts: Facts, outcome: str, says: str) -> None:
    made = judged("thresholded_logits", {**COMPARED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


ROWS = {"batches": 3, "flat": 0, "unreadable": 0, "rows": 32, "lowest": 0.01, "highest": 0.7}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({}, "confirmed", "a batch of up to 32 rows in 3 of 3 calls; rows sum to 0.01 to 0.7"),
        ({"lowest": None, "highest": None, "flat": 1}, "confirmed", "a batch of up to 32 rows in 3 of 4 calls"),
        ({"batches": 0, "flat": 2}, "refuted", "one row of scores in 2 calls"),
        ({"batches": 0, "unreadable": 1}, "undecided", "no tensor with scores in 1 execution"),
    ],
)
def test_a_softmax_over_rows(facts: Facts, outcome: str, says: str) -> None:
    made = judged("softmaxed_rows", {**ROWS, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"one": 4, "several": 0, "unreadable": 0}, "confirmed", "one class in 4 of 4 calls"),
        ({"one": 0, "several": 3, "unreadable": 0}, "refuted", "several classes in 3 calls"),
        ({"one": 1, "several": 3, "unreadable": 0}, "confirmed", "one class in 1 of 4 calls"),
        ({"one": 0, "several": 0, "unreadable": 2}, "undecided", "no tensor with scores in 2 executions"),
    ],
)
def test_a_softmax_of_one_class(facts: Facts, outcome: str, says: str) -> None:
    made = judged("single_class", facts)
    assert (made.outcome, says in made.text) == (outcome, True), made


SQUEEZED = {"batches": 4, "unreadable": 0, "flat": 0, "lost": 0, "smallest": 2, "largest": 8, "before": [], "after": []}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            {"lost": 1, "before": [1, 1], "smallest": 1},
            "confirmed",
            "lost its dimension in 1 of 4 calls: (1, 1) became ()",
        ),
        ({}, "undecided", "no batch of one sample in 4 calls: 2 to 8"),
        ({"batches": 0, "flat": 8}, "refuted", "no batch dimension that could be lost in 8 calls"),
        ({"batches": 0, "unreadable": 8}, "undecided", "no tensors in 8 calls"),
    ],
)
def test_a_batch_of_one(facts: Facts, outcome: str, says: str) -> None:
    made = judged("lost_dimension", {**SQUEEZED, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


LOADED = {"loads": 2, "silent": 2, "missing": 2, "unexpected": 1, "unknown": 0, "names": ["fc.weight", "fc.bias"]}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        (
            {},
            "confirmed",
            "2 entries of the model not loaded, 1 of the state dict unused: fc.weight",
            ("not loaded", 2),
        ),
        ({"missing": 1, "unexpected": 0}, "confirmed", "1 entry of the model not loaded, 0 of", ("not loaded", 1)),
        ({"missing": 0}, "confirmed", "0 entries of the model not loaded, 1 of the state", ("left over", 1)),
        (
            {"missing": 0, "unexpected": 0, "silent": 0},
            "refuted",
            "everything was loaded in 2 calls",
            ("not loaded", 0),
        ),
        ({"loads": 0, "unknown": 3}, "undecided", "the result of 3 calls does not show what was loaded", None),
    ],
)
def test_weights_that_are_not_loaded(facts: Facts, outcome: str, says: str, first: tuple[str, float] | None) -> None:
    made = judged("unloaded_weights", {**LOADED, **facts})
    assert made.outcome == outcome
    assert says in made.text
    assert first is None or numbers(made)[first[0]] == first[1]


@pytest.mark.parametrize(
    ("probe", "facts", "outcome", "says"),
    [
        ("skipped_hooks", {"calls": 3, "skipping": 2, "hooks": 1}, "confirmed", "1 hook of Linear skipped in 2 calls"),
        ("skipped_hooks", {"calls": 3}, "refuted", "Linear had no hook of its own in 3 calls"),
        ("skipped_hooks", {"unknown": 3}, "undecided", "no module was seen in 3 calls"),
        ("used_up_iterator", {"ended": 2, "alive": 1}, "confirmed", "an exhausted generator was used 2 times"),
        ("used_up_iterator", {"alive": 1}, "refuted", "the iterator was not exhausted in 1 case"),
        ("used_up_iterator", {"other": 2, "alive": 1}, "undecided", "no generator in 2 cases"),
        ("call_time", {"calls": 9, "seconds": 0.5, "passed": 1.0}, "confirmed", "9 calls of 55.6 ms: 50% of the time"),
        ("call_time", {"calls": 9, "seconds": 0.002, "passed": 1.0}, "refuted", "9 calls of 222.2 us: 0% of the time"),
        ("call_time", {"calls": 9, "seconds": 0.03, "passed": 1.0}, "undecided", "9 calls of 3.3 ms: 3% of the time"),
        ("call_time", {"calls": 2, "seconds": 0.5, "passed": 1.0}, "undecided", "2 calls: too few to tell"),
    ],
)
def test_calls_and_what_they_are_given(probe: str, facts: Facts, outcome: str, says: str) -> None:
    names = "calls skipping hooks unknown ended alive other".split()
    made = judged(probe, {**dict.fromkeys(names, 0), "model": "Linear", "seconds": 0.0, "passed": 0.0, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"points": 24, "repeated": 21, "most": 8}, "confirmed", "8 of 24 points have the same tag and step"),
        ({"points": 9, "repeated": 8, "most": 9, "stepless": 9}, "confirmed", "have the same tag and no step"),
        ({"points": 24, "most": 1}, "refuted", "each of 24 points has a different tag or step"),
        ({"other": 3}, "refuted", "3 calls of an object that is not a SummaryWriter"),
        ({"points": 1, "most": 1}, "undecided", "1 point written: too few to tell"),
        ({"unknown": 5}, "undecided", "0 points written: too few to tell"),
    ],
)
def test_points_of_a_curve(facts: Facts, outcome: str, says: str) -> None:
    none = dict.fromkeys("points repeated most other unknown stepless".split(), 0)
    made = judged("repeated_points", {**none, **facts})
    assert made.outcome == outcome
    assert says in made.text


@pytest.mark.parametrize(
    ("probe", "facts", "outcome", "says"),
    [
        ("wrapped_numbers", {"numbers": 4096, "wrapped": 768}, "confirmed", "768 of 4,096 numbers looked at have"),
        ("wrapped_numbers", {"numbers": 4096}, "undecided", "none of 4,096 numbers has wrapped around here"),
        ("wrapped_numbers", {"wider": "int16"}, "refuted", "the result has dtype int16"),
        ("wrapped_numbers", {"unreadable": 2}, "undecided", "no numbers that could be compared"),
        (
            "cut_fractions",
            {"numbers": 3072, "lost": 3072},
            "confirmed",
            "the cast dropped the fraction that was added to 3,072 of 3,072",
        ),
        ("cut_fractions", {"numbers": 3072, "lost": 2000}, "undecided", "2,000 of 3,072"),
        ("cut_fractions", {"numbers": 3072, "lost": 12}, "refuted", "12 of 3,072"),
        ("cut_fractions", {"unreadable": 1}, "undecided", "no fractions that could be read"),
    ],
)
def test_bytes(probe: str, facts: Facts, outcome: str, says: str) -> None:
    none = {**dict.fromkeys("numbers wrapped lost unreadable".split(), 0), "wider": ""}
    made = judged(probe, {**none, **facts})
    assert made.outcome == outcome
    assert says in made.text


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        ({"calls": 4, "changed": 4, "numbers": 2048, "other": 2048}, "confirmed", "2,048 of 2,048 numbers looked at"),
        ({"calls": 4, "numbers": 2048}, "refuted", "2,048 numbers were unchanged after 4 calls"),
        ({"unreadable": 4}, "undecided", "no tensor whose numbers could be compared"),
    ],
)
def test_changed_input(facts: Facts, outcome: str, says: str) -> None:
    made = judged("changed_input", {**dict.fromkeys("calls changed numbers other unreadable".split(), 0), **facts})
    assert made.outcome == outcome
    assert says in made.text


SIGNALS = {**dict.fromkeys("signals unreadable shorter".split(), 0), "before": [], "after": []}


@pytest.mark.parametrize(
    ("facts", "outcome", "says"),
    [
        (
            {"signals": 3, "shorter": 2, "before": [4, 25], "after": [4, 24]},
            "confirmed",
            "of shape [4, 25] came back as [4, 24], in 2 of 3 transforms",
        ),
        ({"signals": 3}, "refuted", "as long as before in 3 transforms"),
        ({"unreadable": 3}, "undecided", "no signal whose shape could be compared"),
    ],
)
def test_shorter_signal(facts: Facts, outcome: str, says: str) -> None:
    made = judged("shorter_signal", {**SIGNALS, **facts})
    assert (made.outcome, says in made.text) == (outcome, True), made


MERGED: Facts = {
    **dict.fromkeys("exact unreadable repeated".split(), 0),
    "half": 2,
    "positions": 4094,
    "off": 0.5,
    "dtype": "torch.float16",
}
NO_HALF = {"half": 0, "positions": 0, "off": 0.0}


@pytest.mark.parametrize(
    ("facts", "outcome", "says", "first"),
    [
        (
            {"repeated": 2814, "off": 7.2},
            "confirmed",
            "2,814 of 4,094 positions are the same as",
            ("repeated", 2814 / 4094),
        ),
        ({}, "confirmed", "angles are off by up to 0.5 rad in float16, though all 4,096", ("off by", 0.5)),
        ({"off": 0.03}, "undecided", "off by up to 0.03 rad in float16 so far, of 4096 positions", ("off by", 0.03)),
        ({**NO_HALF, "exact": 3, "dtype": "torch.float32"}, "refuted", "computed in float32, in 3 products", None),
        ({**NO_HALF, "unreadable": 3, "dtype": ""}, "undecided", "no numbers to look at in 8 products", None),
    ],
)
def test_merged_positions(facts: Facts, outcome: str, says: str, first: tuple[str, float] | None) -> None:
    made = judged("merged_positions", {**MERGED, **facts})
    assert made.outcome == outcome
    assert says in made.text
    if first is not None:
        assert numbers(made)[first[0]] == pytest.approx(first[1])
