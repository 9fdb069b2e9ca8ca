"""What rules find, held against runs: it is confirmed in bad.py, and refuted where a case only looks like that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, findings_in, observed
from tests.rule_folders import (
    CONFIRMED,
    EXPERIMENTED,
    FOLDERS,
    RULES,
    UNCONFIRMED,
    Mark,
    answers,
    marked_files,
    marks,
    name_of,
)
from torchlint.files.source import Lines, Source
from torchlint.finding import Finding
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.reading import read_source
from torchlint.verdict import Verdict
from torchlint.verify.judge import verdict
from torchlint.verify.judges import NAMES
from torchlint.verify.plan import Plan, plan_of
from torchlint.verify.session import Session

pytest.importorskip("torch")

# The rules whose suspicions a run can confirm and never refute, and why.
UNREFUTED = {
    "best-weights-alias": "what is suspected is refuted on a GPU alone, from which `.cpu()` copies",
    "clip-grad-wrong-place": "what is suspected is only that the object is an optimizer; if not, no step is seen",
    "dataloader-recreated-in-loop": "what is suspected has no experiment: no loader is seen to be made",
    "dataloader-underconfigured": "what is suspected has no experiment: no loop is seen, or no number of workers",
    "flatten-takes-the-batch": "what is suspected has no experiment: the rows of one sample are no samples",
    "hardcoded-cuda-device": "what is suspected fails without a GPU like the rest, whatever it is that moves",
    "inplace-on-input": "what is suspected has no experiment: no caller is seen that would go on with the tensor",
    "layer-never-used": "what is suspected has no gradients either: whether anybody misses the layer, no run tells",
    "lstm-last-step-wrong-axis": "whether a dimension holds the samples or the steps, no run tells",
    "mean-of-possibly-empty-selection": "that some rows of some batches had an element says nothing of the next batch",
    "model-in-no-optimizer": "what is suspected is in no optimizer; whether it has to learn, no run tells",
    "module-attribute-write-is-a-no-op": "who reads the attribute of an object that is no tensor, no run tells",
    "optimizer-step-on-scaled-gradients": "an unknown wrapper may unscale; the step is that of the optimizer inside",
    "plain-tensor-attribute-not-buffer": "what forward fills is no buffer either; whether anybody minds, no run tells",
    "relu-on-regression-output": "that no target has been below 0 so far says nothing of those of the next batch",
    "rnn-state-not-detached": "what is suspected has no experiment: an entry beside those that a method detaches",
    "scheduler-wrong-cadence": "what is suspected has no experiment: one process says nothing of several",
    "sigmoid-in-loss": "that no number has rounded to 0 or 1 so far says nothing of those of the next batch",
    "sqrt-or-norm-gradient-at-zero": "that no sum of squares was 0 so far says nothing of those of the next batch",
    "zero-grad-cancels-accumulation": "what is suspected is a call that may step; if it does not, no step is seen",
}
CALLED = Path(__file__).parent.parent / "observed" / "called.py"
RUN = """
import runpy, sys, torch, warnings
noticed = "lr_scheduler.step|inputs have requires_grad|'mean' divides|Using a target size|is an empty generator"
noticed += "|get_last_lr"
warnings.filterwarnings("ignore", f".*({noticed})")  # by torch as well
import logging
logging.getLogger("torch._dynamo").setLevel("ERROR")  # it logs the same
torch.set_num_threads(1)
# Close looks may take a share of the time: on a busy machine the first programs would leave none for the last.
from _torchlint import budget
budget.AT_ONCE = float("inf")
for path in sys.argv[1:]:
    torch.manual_seed(0)
    torch.set_grad_enabled(True)
    runpy.run_path(path, run_name="__main__")
"""

PACK = builtin_rules()

Found = dict[str, tuple[Source, list[Finding]]]
Runs = tuple[Plan, Ran, Session, dict[str, list[Finding]]]


def found_in(path: Path) -> tuple[Source, list[Finding]]:
    """What the rule in whose folder a program is finds in it, and has an experiment for."""
    source = read_source(str(path))
    rule = PACK[name_of(RULES / path.relative_to(RULES).parts[0])]
    return source, [finding for finding in check(source, [rule]).findings if finding.proof is not None]


def looking_alike() -> list[tuple[Path, Mark]]:
    """All marks of the cases in which some mark is `# refuted`."""
    paths = [path for folder in FOLDERS for path in marked_files(folder)[1:]]
    found = [(path, marks(read_source(str(path)).text)) for path in paths]
    return [(path, mark) for path, of_path in found if any(mark.refuted for mark in of_path) for mark in of_path]


def marks_in(folder: Path) -> list[Mark]:
    """The marks of all programs of a rule."""
    return [mark for path in marked_files(folder) for mark in marks(read_source(str(path)).text)]


LOOKING_ALIKE = looking_alike()


@pytest.fixture(scope="module")
def found() -> Found:
    """What each rule finds in its bad.py."""
    return {name_of(folder): found_in(folder / "bad.py") for folder in FOLDERS}


@pytest.fixture(scope="module")
def runs(found: Found, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """All programs, run one after the other by one process."""
    checked = [found[name] for name in CONFIRMED]
    checked += map(found_in, dict.fromkeys(path for path, _ in LOOKING_ALIKE))
    called = (read_source(str(CALLED)), [finding for finding, _, _ in findings_in(CALLED)])
    plan = plan_of([*checked, called])
    programs = [source.path for source, _ in (*checked, called)]
    ran, session = observed(tmp_path_factory.mktemp("empty"), plan, sys.executable, "-c", RUN, *programs)
    return plan, ran, session, {source.path: findings for source, findings in checked}


def judged(finding: Finding, runs: Runs) -> Verdict:
    """What the run shows about a finding's own experiment."""
    plan, _, session, _ = runs
    site = plan.site_of(finding)
    assert site is not None
    assert finding.proof is not None
    return verdict(finding.proof, session.evidence[site])


def test_the_programs_run(runs: Runs) -> None:
    _, ran, session, _ = runs
    assert (ran.status, ran.stderr, session.notes) == (0, "", ())


@pytest.mark.parametrize("name", EXPERIMENTED)
def test_the_experiments_of_a_rule_are_judged(name: str, found: Found) -> None:
    probes = {finding.proof.probe for finding in found[name][1] if finding.proof}
    assert probes
    assert probes <= NAMES


def test_no_other_rule_has_experiments(found: Found) -> None:
    assert [name for name, (_, findings) in found.items() if findings] == EXPERIMENTED


def test_what_is_left_out_is_a_rule_that_has_experiments() -> None:
    assert set(UNCONFIRMED) <= set(EXPERIMENTED)


@pytest.mark.parametrize("name", CONFIRMED)
def test_what_is_found_in_bad_is_confirmed(name: str, found: Found, runs: Runs) -> None:
    for finding in found[name][1]:
        says = judged(finding, runs)
        assert says.outcome == "confirmed", (finding.message, says)


@pytest.mark.parametrize(
    ("path", "mark"), LOOKING_ALIKE, ids=[f"{path.relative_to(RULES)}:{mark.row}" for path, mark in LOOKING_ALIKE]
)
def test_what_looks_alike_is_refuted(path: Path, mark: Mark, runs: Runs) -> None:
    """A case in which something is refuted is a program that settles all: what has no such mark is confirmed.

    So the same suspicion is held to both verdicts, and a probe that refutes everything fails here.
    """
    lines = Lines(read_source(str(path)).text)
    finding = next(finding for finding in runs[3][str(path)] if answers(mark, finding, lines))
    says = judged(finding, runs)
    assert says.outcome == ("refuted" if mark.refuted else "confirmed"), says


def test_what_is_only_suspected_is_refuted_somewhere() -> None:
    """A rule that suspects has a case in which it is wrong, which only a run can tell."""
    suspecting = {name_of(folder) for folder in FOLDERS if any(not mark.sure for mark in marks_in(folder))}
    refuted = {name_of(folder) for folder in FOLDERS if any(mark.refuted for mark in marks_in(folder))}
    assert suspecting & set(CONFIRMED) - refuted == set(UNREFUTED)


@pytest.mark.parametrize("number", range(len(findings_in(CALLED))))
def test_what_is_well_is_refuted(number: int, runs: Runs) -> None:
    finding, outcome, text = findings_in(CALLED)[number]
    says = judged(finding, runs)
    assert (says.outcome, text in says.text) == (outcome, True), says
