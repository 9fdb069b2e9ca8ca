"""What rules find in their bad programs, held against a run of these: it is confirmed. And what is well is refuted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, findings_in, observed
from tests.rule_folders import RULES
from torchlint.finding import Finding
from torchlint.lint import check
from torchlint.rule import Rule
from torchlint.source import read_source
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan, plan_of
from torchlint.verify.session import Session

pytest.importorskip("torch")

CONFIRMED = (
    "amp-clip-without-unscale",
    "clip-grad-wrong-place",
    "discarded-tensor-op",
    "eval-not-restored-to-train",
    "eval-without-no-grad",
    "graph-reused-after-step",
    "hook-never-removed",
    "list-accumulates-graph",
    "log-of-softmax",
    "loss-accumulates-graph",
    "missing-eval-mode",
    "missing-zero-grad",
    "module-in-plain-container",
    "nll-without-log-softmax",
    "scheduler-step-order-or-missing",
    "sigmoid-before-bce-with-logits",
    "sigmoid-in-loss",
    "softmax-before-cross-entropy",
    "tuple-output",
    "zero-grad-between-backward-and-step",
)
CALLED = Path(__file__).with_name("observed") / "called.py"
RUN = """
import runpy, sys, torch, warnings
warnings.filterwarnings("ignore", "Detected call of `lr_scheduler.step")  # torch notices as well
torch.set_num_threads(1)
for path in sys.argv[1:]:
    runpy.run_path(path, run_name="__main__")
"""

Runs = tuple[Plan, Ran, Session, dict[str, tuple[Finding, ...]]]


def bad(name: str) -> Path:
    return RULES / name.replace("-", "_") / "bad.py"


@pytest.fixture(scope="module")
def runs(pack: dict[str, Rule], tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """All programs, run one after the other by one process."""
    found = {name: check(read_source(str(bad(name))), [pack[name]]).findings for name in CONFIRMED}
    called = [finding for finding, _, _ in findings_in(CALLED)]
    by_path = {str(bad(name)): list(found[name]) for name in CONFIRMED} | {str(CALLED): called}
    plan = plan_of((read_source(path), findings) for path, findings in by_path.items())
    ran, session = observed(tmp_path_factory.mktemp("empty"), plan, sys.executable, "-c", RUN, *by_path)
    return plan, ran, session, found


def test_the_programs_run(runs: Runs) -> None:
    _, ran, session, _ = runs
    assert (ran.status, ran.stderr, session.notes) == (0, "", ())


@pytest.mark.parametrize("name", CONFIRMED)
def test_what_is_found_in_bad_is_confirmed(name: str, runs: Runs) -> None:
    plan, _, session, found = runs
    assert found[name]
    for finding in found[name]:
        site = plan.site_of(finding)
        assert site is not None
        assert finding.proof is not None
        judged = verdict(finding.proof, session.evidence[site])
        assert judged.outcome == "confirmed", (finding.message, judged)


@pytest.mark.parametrize("number", range(len(findings_in(CALLED))))
def test_what_is_well_is_refuted(number: int, runs: Runs) -> None:
    plan, _, session, _ = runs
    finding, outcome, says = findings_in(CALLED)[number]
    site = plan.site_of(finding)
    assert site is not None
    assert finding.proof is not None
    judged = verdict(finding.proof, session.evidence[site])
    assert (judged.outcome, says in judged.text) == (outcome, True), judged
