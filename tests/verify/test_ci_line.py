"""The one line on a run that scripts read, and what SARIF and GitHub say of the command."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from tests.recorded_runs import FINDINGS
from tests.recorded_runs import ran as recorded
from torchlint.report import writer
from torchlint.report.style import Style
from torchlint.verify.report.ci_line import ci_line
from torchlint.verify.report.command_run import command_run
from torchlint.verify.verify_run import VerifiedFix, VerifiedFixes, VerifyRun

RUN = replace(recorded(), started=1_795_000_000.25, seconds=12.34)
COUNTS = "1 confirmed, 1 refuted, 1 not reached, 1 undecided of 4 findings"


def ended(status: int, stopped: str = "") -> VerifyRun:
    return replace(RUN, session=replace(RUN.session, status=status, stopped=stopped))


@pytest.mark.parametrize(
    ("ran", "says"),
    [
        (ended(0), "command ended with status 0 after 12.3 s"),
        (ended(3), "command ended with status 3 after 12.3 s"),
        (ended(-9), "command ended by SIGKILL after 12.3 s"),
        (ended(-2, "interrupted"), "command interrupted after 12.3 s"),
        (ended(-2, "stopped after 5 s"), "command stopped after 12.3 s"),
    ],
)
def test_how_the_command_ended(ran: VerifyRun, says: str) -> None:
    assert ci_line(ran, ran.results) == f"verify: {COUNTS}; {says}"


def test_without_a_run() -> None:
    expected = "verify: 0 confirmed, 0 refuted, 0 not reached, 0 undecided of 0 findings; command not run"
    assert ci_line(None, ()) == expected


def test_a_fixed_finding_is_counted_by_what_its_fix_did() -> None:
    result, finding, judgement = next(RUN.judgements())
    made = VerifiedFix(result, finding, judgement, judgement)
    line = ci_line(replace(RUN, fixes=VerifiedFixes((made,))), RUN.results)
    assert " of 5 findings; " in line


def test_sarif_has_the_command_as_an_invocation() -> None:
    stream = io.StringIO()
    command = replace(command_run(ended(-9), RUN.results), notes=("look at {0}",))
    writer("sarif", command=command)((), {}, stream, Style())
    first, second = json.loads(stream.getvalue())["runs"][0]["invocations"]
    assert first["executionSuccessful"]
    assert second.pop("toolExecutionNotifications") == [
        {"level": "warning", "message": {"text": "look at {{0}}"}},
        {"level": "note", "message": {"text": f"verify: {COUNTS}; command ended by SIGKILL after 12.3 s"}},
    ]
    assert second == {
        "commandLine": "python train.py --name 'two words'",
        "arguments": ["train.py", "--name", "two words"],
        "executionSuccessful": False,
        "exitSignalNumber": 9,
        "exitSignalName": "SIGKILL",
        "startTimeUtc": "2026-11-18T11:06:40.250Z",
        "endTimeUtc": "2026-11-18T11:06:52.590Z",
    }


@pytest.mark.parametrize(("status", "kind"), [(0, "notice"), (1, "warning")])
def test_github_shows_the_line(status: int, kind: str) -> None:
    stream = io.StringIO()
    writer("github", command=command_run(ended(status), RUN.results))((), {}, stream, Style())
    expected = f"::{kind} title=torchlint --verify::verify: {COUNTS}; command ended with status {status} after 12.3 s\n"
    assert stream.getvalue() == expected


def test_the_recorded_run_has_one_of_each() -> None:
    assert len(FINDINGS) == 4
