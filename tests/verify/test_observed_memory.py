"""What a run tells of the memory of a program that runs out of it, and that the program is the same."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, observed, plainly, planned
from torchlint.verify.controls import Controls
from torchlint.verify.memory_records import MemoryLook
from torchlint.verify.records import Process, Timeline

pytest.importorskip("torch")
PROGRAM = Path(__file__).parent.parent / "observed" / "memory.py"
WEIGHTS = 2 * (2 * 256 * 1024 + 1024 + 256) * 4  # bytes of two blocks
HIDDEN, NARROW = 256 * 1024 * 4, 256 * 256 * 4  # bytes of a batch, inside of a block and outside


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("memory")
    shutil.copy(PROGRAM, place)
    return place


@pytest.fixture(scope="module")
def seen(folder: Path) -> tuple[Ran, Process]:
    controls = Controls(timeline=True, stacks=True)
    ran, session = observed(folder, planned(), sys.executable, PROGRAM.name, controls=controls)
    (process,) = session.processes
    return ran, process


def timeline_of(process: Process) -> Timeline:
    assert not process.faults
    assert process.timeline
    return process.timeline


def test_the_program_is_the_same(folder: Path, seen: tuple[Ran, Process]) -> None:
    assert seen[0] == plainly(folder, sys.executable, PROGRAM.name)


def test_memory_is_read_inside_of_steps(seen: tuple[Ran, Process]) -> None:
    rows = timeline_of(seen[1]).rows[:4]
    assert [row.steps for row in rows] == [1, 1, 1, 1]
    for row in rows[1:]:
        assert row.before
        assert row.after
        assert row.memory
        # A backward frees what was saved for it, and leaves the gradients.
        assert WEIGHTS - 5 * HIDDEN < row.after - row.before < WEIGHTS
        assert row.before - row.memory > 4 * HIDDEN - WEIGHTS - HIDDEN


def test_what_memory_is_for_is_counted(seen: tuple[Ran, Process]) -> None:
    looks: list[MemoryLook] = list(timeline_of(seen[1]).looks)
    assert [look.step for look in looks] == [1, 2, 3, 4]
    assert {look.alive.parameters for look in looks} == {WEIGHTS}
    assert {look.alive.gradients for look in looks} == {0}
    assert looks[0].alive.state == 0
    assert 2 * WEIGHTS <= looks[1].alive.state < 2 * WEIGHTS + 100
    # Each block saves its input, what gelu has got and what it has made; the loss saves the result.
    assert {look.alive.saved for look in looks} == {2 * (2 * HIDDEN + NARROW) + NARROW}


def test_lines_are_told_with_what_they_have_saved(seen: tuple[Ran, Process]) -> None:
    first = timeline_of(seen[1]).looks[0]
    assert first.lines
    text = PROGRAM.read_text().splitlines()
    found = {text[int(each.line.rpartition(":")[2]) - 1].strip(): each.size for each in first.lines if each.line}
    assert found == {
        "hidden = nn.functional.gelu(hidden)": 2 * HIDDEN,
        "result: torch.Tensor = x + self.down(hidden)": 2 * HIDDEN,
        "hidden = self.up(x)": 2 * NARROW,
        "loss = model(x).square().mean()": NARROW,
    }


def test_what_was_alive_is_told_when_memory_ran_out(seen: tuple[Ran, Process]) -> None:
    found = seen[1].out_of_memory
    assert found
    assert "torch.empty(10**14)" in PROGRAM.read_text().splitlines()[int(found.line.rpartition(":")[2]) - 1]
    assert found.alive
    assert found.used
    assert found.alive.parameters == found.alive.gradients == WEIGHTS
    assert found.alive.saved == 2 * (2 * HIDDEN + NARROW) + NARROW
    assert found.alive.known < found.used
    assert [(each.name, each.size) for each in found.holders][-1] == ("pad", 2_000_000)
