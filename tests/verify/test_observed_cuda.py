"""What is measured where tensors are on a GPU, and that the program's own use of it stays as it is."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, findings_in, observed, plainly, planned, told
from torchlint.verify.controls import Controls
from torchlint.verify.session import Session

torch = pytest.importorskip("torch")
PROGRAM = Path(__file__).parent.parent / "observed" / "on_cuda.py"
pytestmark = [
    pytest.mark.cuda,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(PROGRAM, tmp_path_factory.mktemp("runs")))


@pytest.fixture(scope="module")
def ran(program: Path) -> tuple[Ran, Session]:
    controls = Controls(timeline=True)
    return observed(program.parent, planned(program), sys.executable, program.name, controls=controls)


def test_the_allocator_is_asked_for_the_same(program: Path, ran: tuple[Ran, Session]) -> None:
    """CUDA is set up when the program does it; allocations, their peak and random numbers are its own."""
    assert ran[0] == plainly(program.parent, sys.executable, program.name)
    assert ran[0].status == 0, ran[0].stderr
    assert ran[0].stdout.startswith("False ")


def test_verdicts(program: Path, ran: tuple[Ran, Session]) -> None:
    rows = told(ran[1], planned(program), program)
    assert [row for row in rows if row[1].outcome != row[2] or row[3] not in row[1].text] == []
    assert "PyTorch's memory on the GPU grew by" in rows[0][1].text


def test_the_walk_finds_what_the_allocator_has_given_out(program: Path, ran: tuple[Ran, Session]) -> None:
    plan = planned(program)
    site = plan.site_of(findings_in(program)[0][0])
    assert site is not None
    walks = [walk for walk in ran[1].evidence[site].observations[0].facts["walks"] if walk["device"] == "cuda"]
    first, last = walks[0], walks[-1]
    assert last["chained"] - first["chained"] >= 4
    assert last["saved"] - first["saved"] == pytest.approx(last["memory"] - first["memory"], rel=0.05)


def test_the_timeline_counts_memory_on_the_gpu(ran: tuple[Ran, Session]) -> None:
    (timeline,) = [process.timeline for process in ran[1].processes if process.timeline]
    assert timeline.memory == "cuda"
    assert [row.memory is None for row in timeline.rows] == [True] + [False] * 20


def test_the_gpu_tells_its_own_times(ran: tuple[Ran, Session]) -> None:
    (device,) = [process.timeline.device for process in ran[1].processes if process.timeline]
    assert device is not None
    assert device.stretches >= 4
    assert device.backward > 0
    assert device.forward > 0
