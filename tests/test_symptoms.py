"""Symptoms: in anybody's own words they lead to the right entry, and every rule is found below one."""

from __future__ import annotations

import io
import json

import pytest

from torchlint.pack import builtin_rules
from torchlint.report.explain import explain
from torchlint.report.style import Style
from torchlint.settings.keys import ConfigError
from torchlint.symptoms import SYMPTOMS, closest


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("memory grows every step", "memory-grows"),
        ("CUDA out of memory", "out-of-memory"),
        ("loss is NaN", "loss-is-nan"),
        ("loss does not move", "loss-does-not-move"),
        ("my loss doesn't decrease", "loss-does-not-move"),
        ("accuracy stuck at chance", "accuracy-at-chance"),
        ("val accuracy much lower than train accuracy", "accuracy-at-chance"),
        ("validation better or worse than training suggests", "validation-differs"),
        ("slower with every epoch", "slower-every-epoch"),
        ("GPU idle", "gpu-idle"),
        ("training is slow", "gpu-idle"),
        ("ranks drift apart", "ranks-drift"),
        ("NCCL watchdog timeout", "distributed-run-hangs"),
        ("checkpoint does not load", "checkpoint-does-not-load"),
        ("Missing key(s) in state_dict", "checkpoint-does-not-load"),
        ("results differ from run to run", "results-differ"),
        ("not reproducible", "results-differ"),
        ("modified by an inplace operation", "crash"),
        ("crash", "crash"),
    ],
)
def test_words_lead_to_a_symptom(text: str, name: str) -> None:
    assert closest(text)[0].name == name


def test_words_that_no_symptom_knows_lead_nowhere() -> None:
    assert closest("a purple elephant") == []


def test_a_name_that_is_no_rule_is_not_taken_for_a_symptom() -> None:
    assert closest("nothing-such") == []
    assert closest("my-loss-rule") == []
    assert closest("loss-is-infinite")[0].name == "loss-is-nan"


def test_every_rule_names_symptoms_that_there_are() -> None:
    known = {symptom.name for symptom in SYMPTOMS}
    assert {name: rule.symptoms for name, rule in builtin_rules().items() if not set(rule.symptoms) & known} == {}
    assert {name for rule in builtin_rules().values() for name in rule.symptoms} == known


def told(text: str, output: str = "full") -> str:
    stream = io.StringIO()
    explain(text, builtin_rules(), stream, Style(color=False), output)
    return stream.getvalue()


def test_a_symptom_is_explained_with_its_rules() -> None:
    page = told("loss is nan")
    assert page.startswith("# The loss is NaN or infinite\n\nRun a few steps under")
    assert "\n- `half-precision-training` (error): " in page
    assert "\n- `gradients-not-finite` (error, with --verify): " in page
    assert "\n- `fp16-reduction-overflow` (info, off): " in page
    (record,) = json.loads(told("loss is nan", "json"))
    assert record["name"] == "loss-is-nan"
    assert record["rules"][0]["name"] == "amp-clip-without-unscale"


def test_a_text_that_fits_several_symptoms_shows_them_all() -> None:
    pages = told("memory leak").split("\n---\n\n")
    assert [page.partition("\n")[0] for page in pages] == ["# Memory grows with every step", "# CUDA out of memory"]


def test_an_unknown_symptom_names_the_known_ones() -> None:
    with pytest.raises(
        ConfigError, match=r"unknown symptom 'a purple elephant'; the known ones are: Memory grows .*; An error"
    ):
        told("a purple elephant")
