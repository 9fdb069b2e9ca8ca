"""Trainings with planted mistakes and innocent look-alikes: every verdict is as planted, and nothing else changes."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.launched_programs import launched, left_in
from tests.observed_runs import Ran
from tests.scenario_marks import Mark, findings_of, marks_in
from torchlint.files.source import Lines
from torchlint.finding import Finding
from torchlint.lint import check
from torchlint.reading import read_source
from torchlint.rule import Rule
from torchlint.verdict import Verdict
from torchlint.verify import session
from torchlint.verify.judge import verdict
from torchlint.verify.plan import plan_of

pytest.importorskip("torch")

FOLDER = Path(__file__).parent.parent / "scenarios"
SCRIPTS = sorted(FOLDER.glob("*.py"))
MARKS = [mark for path in SCRIPTS for mark in marks_in(path)]
# The others are run by a process that has imported torch before, which saves most of their time.
COMMANDS = {
    "data_workers": "{python} {path}",  # spawned workers start with the main script
    "ddp": "2*{path}",
}

Reported = dict[Path, dict[tuple[int, str], Finding]]
Runs = tuple[dict[str, Ran], dict[str, Ran], dict[Mark, Verdict], tuple[str, ...]]


@pytest.fixture(scope="module")
def reported(pack: dict[str, Rule]) -> Reported:
    """What the linter says of each script, suspected findings too, by row and rule."""
    found: Reported = {}
    for path in SCRIPTS:
        source = read_source(str(path))
        lines = Lines(source.text)
        checked = check(source, list(pack.values()))
        found[path] = {(lines.row(finding.span.start), finding.rule): finding for finding in checked.findings}
    return found


@pytest.fixture(scope="module")
def runs(reported: Reported, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """All scripts, as they are and observed, at the same time."""
    findings = {path: findings_of(path, reported[path]) for path in SCRIPTS}
    plan = plan_of((read_source(str(path)), list(of_script.values())) for path, of_script in findings.items())
    folders = [tmp_path_factory.mktemp(name) for name in ("plain", "observed")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        plain = subprocess.Popen(launched(folders[0], SCRIPTS, COMMANDS))
        try:
            ran = session.run(launched(folders[1], SCRIPTS, COMMANDS), plan)
        finally:
            plain.wait()
    assert (plain.returncode, ran.status) == (0, 0)
    verdicts = {
        mark: verdict(finding.proof, ran.evidence[site])
        for of_script in findings.values()
        for mark, finding in of_script.items()
        if finding.proof is not None and (site := plan.site_of(finding)) is not None
    }
    return left_in(folders[0], SCRIPTS), left_in(folders[1], SCRIPTS), verdicts, ran.notes


@pytest.mark.parametrize("name", [path.stem for path in SCRIPTS])
def test_a_script_is_the_same(name: str, runs: Runs) -> None:
    plain, observed, _, notes = runs
    assert plain[name].status == 0, plain[name].stderr
    assert plain[name].stdout
    assert observed[name] == plain[name]
    assert notes == ()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_verdicts_are_as_planted(path: Path, runs: Runs) -> None:
    wrong = [
        f"{mark} should be {mark.outcome}: {mark.says}\n  {seen}"
        for mark in marks_in(path)
        if (seen := runs[2].get(mark)) is None or seen.outcome != mark.outcome or mark.says not in seen.text
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_linter_reports_what_is_marked_as_its_own(path: Path, reported: Reported) -> None:
    assert sorted(reported[path]) == sorted((mark.row, mark.rule) for mark in marks_in(path) if mark.rule)


def test_the_suite_is_large(runs: Runs) -> None:
    planted = [mark for mark in MARKS if mark.outcome == "confirmed"]
    innocent = [mark for mark in MARKS if mark.outcome == "refuted"]
    own = sum(bool(mark.rule) for mark in planted)
    print(f"\n{'script':<20}{'planted':>9}{'by the linter':>15}{'innocent':>10}{'as planted':>12}")
    for path in SCRIPTS:
        marks = marks_in(path)
        counts = Counter(mark.outcome for mark in marks)
        rules = sum(bool(mark.rule) for mark in marks if mark.outcome == "confirmed")
        right = sum(mark in runs[2] and runs[2][mark].outcome == mark.outcome for mark in marks)
        print(f"{path.stem:<20}{counts['confirmed']:>9}{rules:>15}{counts['refuted']:>10}{right:>9}/{len(marks)}")
    print(
        f"{len(SCRIPTS)} scripts, {len(planted)} planted ({own} of them found by the linter), {len(innocent)} innocent"
    )
    assert len(SCRIPTS) >= 12
    assert len(planted) >= 40
    assert len(innocent) >= 40
    assert own > 0.6 * len(planted)
