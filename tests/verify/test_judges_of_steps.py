"""What recorded evidence says of training steps: each way that a judge can go, and the number that it leads with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from torchlint.evidence import Evidence, Observation
from torchlint.finding import Experiment
from torchlint.verdict import Number, Verdict
from torchlint.verify.judge import verdict

STALE = {"steps": 9, "stale": 5, "cleared": 0, "unclear": 0, "ratios": [0.8, 2.5], "first_norm": 1.0, "last_norm": 3.0}
EMPTY = {
    "cleared": 5,
    "nothing_to_clear": 0,
    "unclear": 0,
    "with_gradient": 0,
    "without": 5,
    "parameters": 4,
    "norm": 2.5,
}
CLIPPED = {"nothing": 5, "unused": 0, "applied": 0, "unclear": 0, "norm": 0.0, "applied_norm": 40.0}
SCALED = {"scaled": 5, "unscaled": 0, "off": 0, "unknown": 0, "scale": 1024.0, "norm": 2048.0}
GRAPH = {"forwards": 4, "backwards": 4, "changed": 4, "came_back": 0, "changed_parameters": 2, "parameters": 6}
RELATED = {"unrelated": 0, "unknown": 0}
ORDER = {"early": 1, "late": 0, "skipped": 0, "resumed": 0, "unknown": 0, "calls": 6, "steps": 9}
RATES = {"intended_rate": 0.1, "first_rate": 0.05, "last_rate": 0.01}
MADE = {"schedulers": 1, "moved": 0, "unknown": 0, "steps": 9, "first_rate": 0.1, "last_rate": 0.1}
HIDDEN = {"owners": 1, "unknown": 0, "steps": 9, "trained": 1, "modules": 2, "parameters": 4, "numbers": 1200}
MISSING = {"missing": 4, "missing_numbers": 1200, "with_gradient": 0}
UNUSED = {"models": 1, "unknown": 0, "steps": 9, "parameters": 6, "missing": 2, "numbers": 50, "names": ["a", "b"]}
AGAIN = {"calls": 4, "unknown": 0, "norms": 1, "dropouts": 0, "backwards": 4, "forward_updates": 4, "again_updates": 4}

REACHED = {"losses": 9, "without_graph": 0, "unknown": 0, "steps": 5, "reaching": 0, "parameters": 4, "reached": 0}
GROWING = {"losses": 9, "unknown": 0, "cut": 0, "walks": [{"visit": n, "nodes": 4 * n} for n in (1, 2, 3, 4, 8)]}
DATA = {"in_graph": 5, "leaf": 0, "without": 0, "unknown": 0, "compared": 4, "changed": 4, "most_changed": 9}
COMPUTED = {"calls": 9, "unknown": 0, "differing": 0, "given": None, "used": None}
CADENCE = {"schedulers": 1, "unknown": 0, "steps": 100, "scheduled": 9, "horizon": 100, "last_rate": 0.02}
SUMMED = {"losses": 32, "scaled": 0, "summed": 0, "unknown": 0, "steps": 4, "several": 4, "most": 8, "norm": 6.5}
UNAPPLIED = {"unapplied": 7, "applied": 1, "nothing": 1, "unknown": 0, "steps": 2, "norm": 1.5}
MIXED = {"losses": 9, "steps": 5, "mixed": 5, "parameters": 4, "left_norm": 0.5, "norm": 0.7}
UNEVEN = {"means": 8, "unknown": 0, "steps": 4, "several": 4, "uneven": 3, "least": 8.0, "most": 400.0}
EVEN = {**UNEVEN, "uneven": 0, "least": None, "most": None}
SNAPSHOT = {"kept": 3, "unknown": 0, "steps": 20, "tensors": 6, "changed": 6, "unchanged": 0, "moved": 0.25}


def judged(probe: str, *facts: dict[str, Any], **changed: Any) -> Verdict:
    seen = [replace(Observation(9, 0, 0, "", {}, "2.2", True), facts=each, **changed) for each in facts]
    evidence = Evidence(processes=len(seen), file="rewritten", is_placed=True, observations=tuple(seen))
    return verdict(Experiment(probe, ()), evidence)


@pytest.mark.parametrize(
    ("probe", "facts", "outcome", "says"),
    [
        ("stale_gradients", STALE, "confirmed", "5 of 5 steps looked at applied gradients"),
        ("stale_gradients", STALE, "confirmed", "up to 2.5 times as large as the new one"),
        ("stale_gradients", {**STALE, "ratios": []}, "confirmed", "had already applied"),
        ("stale_gradients", {**STALE, "ratios": [1.5e-5]}, "undecided", "is at most 1.5e-05 of the new"),
        ("stale_gradients", {**STALE, "stale": 2, "cleared": 3}, "confirmed", "2 of 5 steps"),
        (
            "stale_gradients",
            {**STALE, "stale": 1, "cleared": 4},
            "undecided",
            "cleared before 4 of 5 steps, not before 1",
        ),
        ("stale_gradients", {**STALE, "stale": 0, "cleared": 5, "ratios": []}, "refuted", "0 of 5 steps looked at"),
        ("stale_gradients", {**STALE, "stale": 0, "cleared": 4, "unclear": 1, "ratios": []}, "undecided", "4 of 5"),
        ("stale_gradients", {**STALE, "stale": 0, "ratios": []}, "undecided", "9 steps: too few"),
        ("stale_gradients", {**STALE, "steps": 0, "stale": 0, "ratios": []}, "undecided", "was seen to step"),
        (
            "live_snapshot",
            SNAPSHOT,
            "confirmed",
            "6 of 6 tensors looked at changed after they were kept, by up to 0.25",
        ),
        ("live_snapshot", {**SNAPSHOT, "changed": 0, "unchanged": 9}, "refuted", "unchanged after 9 more steps"),
        ("live_snapshot", {**SNAPSHOT, "changed": 0}, "undecided", "no optimizer stepped while it existed"),
        ("live_snapshot", {**SNAPSHOT, "kept": 0, "unknown": 2}, "undecided", "no weights were seen in 2 executions"),
        (
            "reached_parameters",
            REACHED,
            "confirmed",
            "backward reached 0 of the optimizer's 4 parameters before 5 steps",
        ),
        ("reached_parameters", {**REACHED, "reaching": 5, "reached": 4}, "refuted", "reached 4 of the optimizer's 4"),
        ("reached_parameters", {**REACHED, "reaching": 2, "reached": 4}, "undecided", "before 2 of 5 steps"),
        ("reached_parameters", {**REACHED, "steps": 0}, "undecided", "no optimizer stepped after that"),
        (
            "reached_parameters",
            {**REACHED, "losses": 0, "unknown": 3},
            "undecided",
            "no tensor was differentiated in 3",
        ),
        ("trained_target", {**REACHED, "reaching": 5, "reached": 4}, "confirmed", "leads to 4 of the optimizer's 4"),
        ("trained_target", REACHED, "refuted", "leads to 0 of the optimizer's 4 parameters before 5 steps"),
        ("trained_target", {**REACHED, "without_graph": REACHED["losses"]}, "refuted", "the target had no graph in 9"),
        ("trained_target", {**REACHED, "steps": 0}, "undecided", "no optimizer stepped after that"),
        ("trained_target", {**REACHED, "losses": 0, "unknown": 3}, "undecided", "no tensor was seen in 3 executions"),
        ("growing_graph", GROWING, "confirmed", "4 nodes behind the loss in step 1, 32 in step 8: 4 more in each"),
        (
            "growing_graph",
            {**GROWING, "walks": [{"visit": n, "nodes": 4} for n in (1, 2, 3)]},
            "refuted",
            "it does not grow",
        ),
        (
            "growing_graph",
            {**GROWING, "walks": [{"visit": n, "nodes": 4 + n} for n in (1, 2, 3)]},
            "undecided",
            "it does not grow",
        ),
        ("growing_graph", {**GROWING, "walks": [{"visit": 1, "nodes": 4}]}, "undecided", "looked at 1 of its graphs"),
        ("growing_graph", {**GROWING, "losses": 0, "unknown": 2}, "undecided", "no loss with a graph was seen in 2"),
        ("data_of_graph", DATA, "confirmed", "5 of 5 tensors were part of a graph; 4 of 4 looked at were changed"),
        ("data_of_graph", {**DATA, "changed": 0}, "confirmed", "5 of 5 tensors were part of a graph"),
        ("data_of_graph", {**DATA, "in_graph": 0, "leaf": 5}, "refuted", "all of 5 tensors were leaves that require"),
        ("data_of_graph", {**DATA, "in_graph": 0, "without": 5}, "refuted", "all of 5 tensors were without a graph"),
        ("data_of_graph", {**DATA, "in_graph": 0, "unknown": 5}, "undecided", "no tensor was seen in 5 executions"),
        ("recomputed_rate", COMPUTED, "refuted", "the rate in use, in 9 calls"),
        (
            "recomputed_rate",
            {**COMPUTED, "differing": 8, "given": 0.09, "used": 0.1},
            "confirmed",
            "a different rate in 8 of 9 calls: 0.09 instead of 0.1",
        ),
        ("recomputed_rate", {**COMPUTED, "calls": 0, "unknown": 3}, "undecided", "no learning rate of a scheduler"),
        ("scheduler_cadence", CADENCE, "confirmed", "had stepped 9 times by the last of 100 steps of its optimizer"),
        ("scheduler_cadence", CADENCE, "confirmed", "where 100 were expected; that step used a learning rate of 0.02"),
        ("scheduler_cadence", {**CADENCE, "scheduled": 250}, "confirmed", "had stepped 250 times by the last of 100"),
        ("scheduler_cadence", {**CADENCE, "scheduled": 99}, "refuted", "had stepped 99 times by the last of 100 steps"),
        ("scheduler_cadence", {**CADENCE, "steps": 12}, "undecided", "the run may have ended early"),
        ("scheduler_cadence", {**CADENCE, "steps": 3}, "undecided", "3 steps of its optimizer: too few"),
        ("scheduler_cadence", {**CADENCE, "schedulers": 0}, "undecided", "no scheduler that expects a fixed number"),
        (
            "summed_losses",
            SUMMED,
            "confirmed",
            "4 of 4 steps applied the sum of up to 8 undivided losses, a gradient of",
        ),
        ("summed_losses", {**SUMMED, "scaled": 32}, "refuted", "each of 32 losses was divided or multiplied before"),
        ("summed_losses", {**SUMMED, "scaled": 9}, "undecided", "9 of 32 losses were divided"),
        ("summed_losses", {**SUMMED, "summed": 32}, "refuted", "each of 32 losses was a sum over its samples"),
        ("summed_losses", {**SUMMED, "summed": 9, "scaled": 8}, "undecided", "9 of 32 losses were sums"),
        ("summed_losses", {**SUMMED, "several": 0}, "refuted", "one loss for each of 4 steps"),
        ("summed_losses", {**SUMMED, "steps": 0}, "undecided", "nothing to compare"),
        (
            "mixed_gradients",
            MIXED,
            "confirmed",
            "5 of 5 steps looked at applied gradients that the other loss had left in 4",
        ),
        (
            "mixed_gradients",
            {**MIXED, "mixed": 0},
            "refuted",
            "0 of 5 steps looked at applied gradients that the other loss",
        ),
        ("mixed_gradients", {**MIXED, "steps": 0, "mixed": 0}, "undecided", "no step followed any of them"),
        (
            "uneven_means",
            UNEVEN,
            "confirmed",
            "in 3 of 4 steps of several means they were over different numbers: 8 and",
        ),
        ("uneven_means", EVEN, "refuted", "in 4 steps all means were over equally many"),
        ("uneven_means", {**EVEN, "several": 0}, "refuted", "one mean for each of 4 steps"),
        ("uneven_means", {**EVEN, "means": 0}, "undecided", "nothing to compare"),
        ("unapplied_gradients", UNAPPLIED, "confirmed", "7 of 8 calls cleared gradients that no step had applied"),
        ("unapplied_gradients", {**UNAPPLIED, "unapplied": 0}, "refuted", "what 1 call cleared had been applied"),
        ("unapplied_gradients", {**UNAPPLIED, "steps": 0}, "undecided", "no step was seen"),
        ("unapplied_gradients", {**UNAPPLIED, "unapplied": 0, "applied": 0}, "undecided", "nothing to clear in 1 call"),
        (
            "gradients_at_step",
            EMPTY,
            "confirmed",
            "5 of 5 steps looked at had no gradient to apply; the gradients that were cleared",
        ),
        ("gradients_at_step", EMPTY, "confirmed", "a norm of up to 2.5"),
        (
            "gradients_at_step",
            {**EMPTY, "norm": 0.0},
            "confirmed",
            "the gradients that were cleared before can't be measured",
        ),
        ("gradients_at_step", {**EMPTY, "without": 0, "with_gradient": 5}, "refuted", "5 of 5 steps looked at had"),
        ("gradients_at_step", {**EMPTY, "without": 0, "unclear": 5}, "undecided", "5 steps of an optimizer that"),
        ("gradients_at_step", {**EMPTY, "with_gradient": 1}, "undecided", "1 of 6 steps"),
        ("gradients_at_step", {**EMPTY, "without": 0}, "undecided", "gradients were cleared 5 times, but no step"),
        (
            "gradients_at_step",
            {**EMPTY, "without": 0, "cleared": 0, "nothing_to_clear": 5},
            "undecided",
            "5 executions",
        ),
        (
            "clipped_gradients",
            CLIPPED,
            "confirmed",
            "5 of 5 calls looked at found no gradient; steps applied unclipped gradients with a norm of",
        ),
        (
            "clipped_gradients",
            {**CLIPPED, "applied_norm": 0.0},
            "confirmed",
            "5 of 5 calls looked at found no gradient",
        ),
        ("clipped_gradients", {**CLIPPED, "nothing": 1, "unused": 4}, "confirmed", "cleared before a step"),
        (
            "clipped_gradients",
            {**CLIPPED, "nothing": 0, "applied": 4, "unclear": 1},
            "refuted",
            "the gradients that 4 of 5 calls",
        ),
        ("clipped_gradients", {**CLIPPED, "applied": 5}, "undecided", "5 of 10 calls looked at changed nothing"),
        ("clipped_gradients", {**CLIPPED, "nothing": 0, "unclear": 5}, "undecided", "not be seen"),
        (
            "scaled_gradients",
            SCALED,
            "confirmed",
            "scaled by 1024 in 5 of 5 calls looked at: the clip saw a norm of 2.05e+03",
        ),
        ("scaled_gradients", SCALED, "confirmed", "instead of 2"),
        ("scaled_gradients", {**SCALED, "norm": None}, "confirmed", "scaled by 1024 in 5 of 5"),
        ("scaled_gradients", {**SCALED, "scale": 1.0}, "undecided", "the scale was 1"),
        ("scaled_gradients", {**SCALED, "scaled": 0, "unscaled": 5}, "refuted", "unscaled before 5 of 5 calls"),
        ("scaled_gradients", {**SCALED, "unscaled": 5}, "undecided", "scaled in 5 of 10 calls"),
        ("scaled_gradients", {**SCALED, "scaled": 0, "off": 5}, "undecided", "the scaler was off in 5 calls"),
        (
            "scaled_gradients",
            {**SCALED, "scaled": 0, "unknown": 5, "scale": None},
            "undecided",
            "its scale is not known",
        ),
        (
            "changed_parameters",
            {**GRAPH, **RELATED},
            "confirmed",
            "2 of 6 parameters had been changed since the forward",
        ),
        ("changed_parameters", {**GRAPH, **RELATED}, "confirmed", "in 4 calls, which raised"),
        ("changed_parameters", {**GRAPH, **RELATED, "came_back": 4}, "confirmed", "with gradients for the old values"),
        ("changed_parameters", {**GRAPH, **RELATED, "came_back": 1}, "confirmed", "3 of which raised"),
        (
            "changed_parameters",
            {**GRAPH, **RELATED, "changed": 0},
            "refuted",
            "0 of 6 parameters had been changed in 4",
        ),
        ("changed_parameters", {**GRAPH, **RELATED, "backwards": 0}, "not reached", "this backward never did"),
        ("changed_parameters", {**GRAPH, **RELATED, "backwards": 0, "unrelated": 4}, "undecided", "no backward went"),
        ("scheduler_order", {**ORDER, **RATES}, "confirmed", "1 of 1 scheduler stepped before its optimizer"),
        ("scheduler_order", {**ORDER, **RATES}, "confirmed", "the first step was made at 0.05 instead of 0.1"),
        (
            "scheduler_order",
            {**ORDER, **RATES, "first_rate": 0.1},
            "confirmed",
            "from 0.1 on, each rate comes one call",
        ),
        ("scheduler_order", {**ORDER, **RATES, "first_rate": None}, "confirmed", "1 of 1 scheduler"),
        ("scheduler_order", {**ORDER, **RATES, "early": 0, "late": 1}, "refuted", "the optimizer stepped before"),
        ("scheduler_order", {**ORDER, **RATES, "early": 0, "late": 1, "skipped": 1}, "undecided", "called first"),
        ("scheduler_order", {**ORDER, **RATES, "early": 0, "skipped": 1}, "undecided", "GradScaler skipped it"),
        ("scheduler_order", {**ORDER, **RATES, "early": 0, "resumed": 1}, "undecided", "where another run stopped"),
        ("scheduler_order", {**ORDER, **RATES, "early": 0, "unknown": 1}, "undecided", "was seen in 6 calls"),
        (
            "scheduler_steps",
            MADE,
            "confirmed",
            "never stepped in 9 steps of its optimizer: the learning rate ends at 0.1",
        ),
        (
            "scheduler_steps",
            {**MADE, "first_rate": None, "last_rate": None},
            "confirmed",
            "in 9 steps of its optimizer",
        ),
        ("scheduler_steps", {**MADE, "moved": 1}, "refuted", "1 of 1 scheduler stepped, in 9 steps of the optimizer"),
        ("scheduler_steps", {**MADE, "moved": 1, "steps": 0}, "refuted", "1 of 1 scheduler stepped"),
        ("scheduler_steps", {**MADE, "steps": 0}, "undecided", "neither the scheduler nor its optimizer"),
        ("scheduler_steps", {**MADE, "schedulers": 0, "unknown": 1}, "undecided", "no scheduler"),
        (
            "unregistered_parameters",
            {**HIDDEN, **MISSING},
            "confirmed",
            "4 of its 4 parameters are in no optimizer that",
        ),
        ("unregistered_parameters", {**HIDDEN, **MISSING}, "confirmed", "1,200 numbers are never trained"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "trained": 0}, "undecided", "nothing else of its module"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "trained": 0, "with_gradient": 4}, "confirmed", "4 of its 4"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "missing": 0}, "refuted", "all of its 4 parameters"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "parameters": 0}, "undecided", "no parameters were found"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "steps": 0}, "undecided", "was seen to step"),
        ("unregistered_parameters", {**HIDDEN, **MISSING, "owners": 0, "unknown": 1}, "undecided", "no module"),
        ("missing_gradients", UNUSED, "confirmed", "2 of 6 parameters had no gradient in 9 steps: a, b"),
        ("missing_gradients", {**UNUSED, "missing": 4, "names": list("abcd")}, "confirmed", ": a, b, c, ..."),
        ("missing_gradients", {**UNUSED, "missing": 0}, "refuted", "all of 6 parameters had gradients in 9 steps"),
        ("missing_gradients", {**UNUSED, "steps": 3, "missing": 0}, "undecided", "3 steps: too few"),
        ("missing_gradients", {**UNUSED, "parameters": 0}, "undecided", "was seen to step"),
        ("missing_gradients", {**UNUSED, "models": 0, "unknown": 2}, "undecided", "no module was seen in 2 executions"),
        (
            "batchnorm_updates",
            {**AGAIN, "unpreserved": 0},
            "confirmed",
            "2 updates per call of 1 batch norm, in 4 calls",
        ),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0, "again_updates": 0}, "refuted", "1 updates per call"),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0, "norms": 0, "dropouts": 1}, "refuted", "no batch norm"),
        (
            "batchnorm_updates",
            {**AGAIN, "unpreserved": 4, "norms": 0, "dropouts": 1},
            "confirmed",
            "1 active dropout in",
        ),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 4, "norms": 0}, "refuted", "no batch norm"),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0, "backwards": 0}, "undecided", "no backward recomputed"),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0, "forward_updates": 0}, "undecided", "not updated in 4 calls"),
        (
            "batchnorm_updates",
            {**AGAIN, "unpreserved": 0, "calls": 0, "unknown": 4},
            "undecided",
            "no module was found",
        ),
    ],
)
def test_verdicts(probe: str, facts: dict[str, Any], outcome: str, says: str) -> None:
    verdict = judged(probe, facts)
    assert (verdict.outcome, says in verdict.text) == (outcome, True), verdict
    assert verdict.numbers or outcome in ("undecided", "not reached")


@pytest.mark.parametrize(
    ("probe", "facts", "number"),
    [
        ("stale_gradients", STALE, Number("not cleared", 5, "steps")),
        ("gradients_at_step", EMPTY, Number("without gradients", 5, "steps")),
        ("clipped_gradients", CLIPPED, Number("in vain", 5, "calls")),
        ("scaled_gradients", SCALED, Number("scale", 1024.0)),
        ("changed_parameters", {**GRAPH, **RELATED}, Number("changed", 2, "parameters")),
        ("scheduler_order", {**ORDER, **RATES}, Number("before its optimizer", 1, "schedulers")),
        ("scheduler_steps", MADE, Number("optimizer steps", 9, "steps")),
        ("unregistered_parameters", {**HIDDEN, **MISSING}, Number("in no optimizer", 4, "parameters")),
        ("missing_gradients", UNUSED, Number("without gradient", 2, "parameters")),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0}, Number("updates per call", 2.0)),
    ],
)
def test_the_number_that_matters_most_comes_first(probe: str, facts: dict[str, Any], number: Number) -> None:
    assert judged(probe, facts).numbers[0] == number


@pytest.mark.parametrize(
    ("probe", "facts"),
    [
        ("stale_gradients", STALE),
        ("clipped_gradients", CLIPPED),
        ("scheduler_order", {**ORDER, **RATES}),
        ("batchnorm_updates", {**AGAIN, "unpreserved": 0}),
    ],
)
def test_what_needs_backwards_to_be_seen_says_so(probe: str, facts: dict[str, Any]) -> None:
    assert judged(probe, facts, backward_is_watched=False).outcome == "undecided"


def test_processes_are_judged_together() -> None:
    """Of two ranks, one may have seen too little; a process that clears what another one does not is no proof."""
    one = {**STALE, "stale": 1, "ratios": []}
    assert judged("stale_gradients", one, one).text.startswith("2 of 2 steps")
    assert judged("gradients_at_step", EMPTY, {**EMPTY, "without": 0, "with_gradient": 5}).outcome == "undecided"
    worker = {**UNUSED, "models": 1, "parameters": 0, "missing": 0, "steps": 0, "names": []}
    assert judged("missing_gradients", worker, UNUSED).text.startswith("2 of 6 parameters")
    assert (
        judged("unregistered_parameters", {**HIDDEN, **MISSING, "missing": 0}, {**HIDDEN, **MISSING}).outcome
        == "confirmed"
    )
