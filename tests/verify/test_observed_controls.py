"""What limits a run, what is recorded of its time, and what the program notices of either."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, observed, plainly, planned
from torchlint.evidence import Loading
from torchlint.verify.controls import Controls
from torchlint.verify.records import Process, Row
from torchlint.verify.session import Session

pytest.importorskip("torch")
PROGRAMS = Path(__file__).parent.parent / "observed"
ALL = Controls(limit_batches=1000, max_steps=1000, timeline=True, stacks=True)

# As a distribution's own: it has to run, and here it makes all that listens fail.
FAILING = """
from _torchlint import limits, loaders, memory_looks, stacks, timeline
def fail(*arguments):
    raise RuntimeError("a fault of ours")
for owner, names in (
    (limits, ("is_last_batch", "is_last_step")),
    (loaders, ("asked", "came", "write")),
    (stacks, ("places_of",)),
    (memory_looks.MemoryLooks, ("forward_begins", "forward_breaks", "backward_begins", "backward_ends", "step_ends")),
    (timeline.Timeline, ("_close",)),  # at the end of a step: what looks at the memory has failed by then
):
    for name in names:
        assert callable(getattr(owner, name))
        setattr(owner, name, fail)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(PROGRAMS, tmp_path_factory.mktemp("runs") / "programs"))


def run(folder: Path, controls: Controls, *command: str) -> tuple[Ran, Session]:
    return observed(folder, planned(), sys.executable, *command, controls=controls)


@pytest.fixture(scope="module")
def plain(folder: Path) -> Ran:
    return plainly(folder, sys.executable, "loading.py")


@pytest.fixture(scope="module")
def loading(folder: Path) -> tuple[Ran, Session]:
    return run(folder, ALL, "loading.py")


def trained(session: Session) -> Process:
    """The one process that did the training: the others are workers."""
    (process,) = [process for process in session.processes if process.timeline]
    return process


def test_a_program_that_loads_data_is_the_same(plain: Ran, loading: tuple[Ran, Session]) -> None:
    assert "Length of IterableDataset" in plain.stderr
    assert "ValueError: no row 0" in plain.stderr
    assert loading[0] == plain
    assert [note.partition(" ended ")[2] for note in loading[1].notes] == ["with ValueError: no row 0"]


def test_rows_are_the_steps_and_the_batches_of_evaluations(loading: tuple[Ran, Session]) -> None:
    timeline = trained(loading[1]).timeline
    assert timeline is not None
    rows = timeline.rows
    training, evaluation, rest = rows[:10], rows[10:13], rows[13:]
    assert [(row.steps, row.batches) for row in training] == [(1, 1)] * 10
    assert all(min(row.wait, row.forward, row.backward, row.optimizer) > 0 for row in training)
    assert [(row.steps, row.batches) for row in evaluation] == [(0, 1)] * 3
    assert all(row.wait > 0 and row.forward == row.backward == row.optimizer == 0 for row in evaluation)
    # Two passes of five batches for each of two loaders, six of the stream, one step of L-BFGS, one failed backward.
    assert sum(row.batches for row in rest) == 2 * 2 * 5 + 6
    assert [row.steps for row in rest] == [0] * 26 + [1, 0]
    step = rest[26]
    assert step.backward > 0
    assert step.optimizer > 0
    assert rest[27].backward > 0


def test_the_parts_of_rows_are_all_of_their_time(loading: tuple[Ran, Session]) -> None:
    timeline = trained(loading[1]).timeline
    assert timeline is not None
    for before, row in zip(timeline.rows, timeline.rows[1:]):
        assert parts(row) == pytest.approx(row.end - before.end, abs=1e-4)
    assert any(row.memory is not None for row in timeline.rows) == (timeline.memory == "heap")


def parts(row: Row) -> float:
    return row.wait + row.forward + row.backward + row.optimizer + row.other


def test_waits_for_batches_are_told_from_the_time_between(loading: tuple[Ran, Session]) -> None:
    known = trained(loading[1]).loading
    # All but two of each pass: 10 and 3 batches, four times 5, and 6.
    assert known.batches == 8 + 1 + 4 * 3 + 4
    assert known.waited > 0
    assert known.between > 0
    assert {process.loading for process in loading[1].processes if not process.timeline} == {Loading()}


def test_stacks_are_those_of_the_main_thread(folder: Path, loading: tuple[Ran, Session]) -> None:
    stacks = trained(loading[1]).stacks
    assert stacks
    assert not [stack for stack in stacks if "_torchlint" in stack or "boot.py" in stack]
    ours = [stack for stack in stacks if stack.startswith(f"{folder / 'loading.py'}:<module>:")]
    assert ours
    assert all(place.rsplit(":", 1)[1].isdigit() for stack in stacks for place in stack.split(";"))
    others = [process for process in loading[1].processes if process.stacks and not process.timeline]
    assert all(process.loads_for == trained(loading[1]).pid for process in others)


def test_faults_of_ours_hurt_nobody(folder: Path, plain: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran, session = run(folder, ALL, "loading.py")
    assert ran == plain
    failed = {part for process in session.processes for part in process.faults}
    assert failed == {"limits", "loaders", "memory", "stacks", "timeline"}
    assert "observing timeline failed in process" in " ".join(session.notes)
    assert not any(process.timeline or process.stacks for process in session.processes)


def test_a_pass_ends_after_some_batches(folder: Path) -> None:
    ran, session = run(folder, Controls(limit_batches=3), "stubborn.py", "2")
    epochs = "step 0\nstep 10\nstep 20\nepoch 0\nstep 0\nstep 10\nstep 20\nepoch 1\n"
    assert ran == Ran(0, f"{epochs}at the end\n", "")
    assert session.notes == (
        "each pass over a DataLoader was stopped after 3 batches, so a full run computes other results",
    )


def test_loaders_that_keep_their_workers_begin_anew_after_the_limit(folder: Path) -> None:
    ran, session = run(folder, Controls(limit_batches=2, timeline=True), "loading.py")
    assert ran.status == 1
    assert "no row 0" in ran.stderr
    timeline = trained(session).timeline
    assert timeline is not None
    assert sum(row.batches for row in timeline.rows) == 2 + 2 + 4 * 2 + 2


def test_a_program_ends_after_some_steps(folder: Path) -> None:
    ran, session = run(folder, Controls(max_steps=2), "stubborn.py", "2", "goes")
    assert ran == Ran(0, "step 0\nLimitReached 0 True\nepoch 0\nat the end\n", "")
    assert session.notes == ("stopped after 2 optimizer steps; later code has not run",)
    assert all(process.ended_cleanly for process in session.processes)


def test_a_program_that_swallows_its_end_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    (folder / "swallows.py").write_text(
        (folder / "stubborn.py").read_text().replace("range(2)", "range(9)"), encoding="utf-8"
    )
    ran, session = run(folder, Controls(max_steps=2, timeline=True), "swallows.py", "0")
    swallowed = "".join(f"LimitReached 0 True\nepoch {epoch}\n" for epoch in range(3))
    assert ran == Ran(0, f"step 0\n{swallowed}", "")
    assert [process.ended_cleanly for process in session.processes] == [True]
    timeline = trained(session).timeline
    assert timeline is not None
    assert [row.steps for row in timeline.rows] == [1] * 5


def test_a_process_knows_its_rank_and_a_worker_whom_it_loads_for(
    folder: Path, plain: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The launcher's variables tell the rank where the program makes no process group."""
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    its, session = run(folder, ALL, "loading.py")
    assert its == plain
    workers = [each for each in session.processes if each.worker is not None]
    assert trained(session).name == "rank 1"
    assert {each.name for each in workers} >= {"DataLoader worker 0 of rank 1"}
    assert all((each.rank, each.ranks) == (1, 2) for each in workers)


def test_a_process_by_itself_has_no_rank(loading: tuple[Ran, Session]) -> None:
    training = trained(loading[1])
    assert training.name == f"process {training.pid}"
    assert {each.name for each in loading[1].processes if each.worker is not None} >= {"DataLoader worker 0"}
