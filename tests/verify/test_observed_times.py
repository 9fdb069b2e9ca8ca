"""What probes of time record of a program: that the right things were timed, and never how long they took."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.observed_runs import MARK, Ran, findings_in, observed, plainly, planned, told
from torchlint.verify.session import Session

pytest.importorskip("torch")
PROGRAMS = Path(__file__).parent.parent / "observed"
MARKS = findings_in(PROGRAMS / "times.py")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(PROGRAMS, tmp_path_factory.mktemp("runs") / "programs"))


@pytest.fixture(scope="module")
def ran(folder: Path) -> tuple[Ran, Session]:
    return observed(folder, planned(folder / "times.py"), sys.executable, "times.py")


def test_the_program_is_the_same(folder: Path, ran: tuple[Ran, Session]) -> None:
    assert ran[0] == plainly(folder, sys.executable, "times.py")
    assert ran[0].status == 0, ran[0].stderr
    assert not ran[1].notes


def test_what_no_clock_decides(folder: Path, ran: tuple[Ran, Session]) -> None:
    path = folder / "times.py"
    rows = [row for row in told(ran[1], planned(path), path) if row[2] != "measured"]
    wrong = [row for row in rows if row[1].outcome != row[2] or row[3] not in row[1].text]
    assert len(rows) == 5
    assert not wrong


def facts_of(folder: Path, session: Session, probe: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the probe's marks say, and what the processes have recorded there."""
    path = folder / "times.py"
    plan = planned(path)
    found = []
    for finding, outcome, says in findings_in(path):
        site = plan.site_of(finding)
        assert site is not None
        assert finding.proof is not None
        if finding.proof.probe == probe and outcome == "measured":
            found.append((says, [seen.facts for seen in session.evidence[site].observations]))
    return found


def test_work_is_tried_on_a_batch(folder: Path, ran: tuple[Ran, Session]) -> None:
    recorded = facts_of(folder, ran[1], "batched_transform")
    assert len(recorded) == 10
    for says, processes in recorded:
        assert sum(facts["timed"] + facts["unknown"] for facts in processes) == 80
        tried = [facts["compared"] for facts in processes if facts["compared"]]
        if says == "same":
            assert [each["is_same"] for each in tried] == [True]
            assert tried[0]["alone"] > 0
            assert tried[0]["together"] > 0
        elif says == "called elsewhere":
            assert processes[0]["unknown"] == 80
        else:
            assert not tried
            (why,) = {facts["why"] for facts in processes if facts["why"]}
            assert says in why


def test_one_worker_is_enough(folder: Path, ran: tuple[Ran, Session]) -> None:
    (processes,) = [seen for says, seen in facts_of(folder, ran[1], "batched_transform") if says == "differ in shape"]
    assert sorted(facts["samples"] for facts in processes) == [0, 32]


def test_waits_belong_to_their_loader(folder: Path, ran: tuple[Ran, Session]) -> None:
    of_images, of_crops = (seen[0] for _, seen in facts_of(folder, ran[1], "loader_wait"))
    assert (of_images["batches"], of_images["workers"]) == (78, 0)
    assert (of_crops["batches"], of_crops["workers"]) == (18, 2)
    assert min(of_images["waited"], of_images["between"], of_crops["waited"], of_crops["between"]) > 0


def test_every_mark_is_read() -> None:
    lines = (PROGRAMS / "times.py").read_text(encoding="utf-8").splitlines()
    assert len(MARKS) == sum(MARK.search(line) is not None for line in lines)
