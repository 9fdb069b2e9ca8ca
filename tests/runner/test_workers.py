"""Several processes find what one finds, in the same order, whatever becomes of them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import threading
from pathlib import Path

import pytest

from tests.command import runner
from torchlint.cli import main
from torchlint.runner import workers
from torchlint.runner.outcome import Outcome
from torchlint.runner.session import Session

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Several files that import each other, and one that is not Python."""
    for folder in sorted((ROOT / "tests" / "corpus").iterdir())[:12]:
        shutil.copytree(folder, tmp_path / folder.name)
    (tmp_path / "broken.py").write_text("import torch\ndef (")
    return tmp_path


def told(folder: Path, *options: str) -> tuple[int, str, str]:
    ran = runner().invoke(main, [str(folder), "--isolated", "--suspected", *options])
    return ran.exit_code, ran.stdout, ran.stderr


@pytest.mark.parametrize("form", ["full", "json", "sarif"])
def test_any_number_of_processes_tells_the_same(project: Path, form: str) -> None:
    alone = told(project, "--jobs", "1", "--output-format", form)
    assert alone[0] == 1
    assert told(project, "-j", "3", "--output-format", form) == alone
    assert told(project, "--output-format", form) == alone


def test_files_that_a_killed_process_had_are_checked_by_the_run_itself(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = told(project, "--jobs", "1")
    parent, check = os.getpid(), Session.check

    def fatal(self: Session, path: str, data: bytes | None = None) -> Outcome:
        if os.getpid() != parent and path.endswith("broken.py"):
            os.kill(os.getpid(), signal.SIGKILL)
        return check(self, path, data)

    monkeypatch.setattr(Session, "check", fatal)
    assert told(project, "--jobs", "2") == alone


def test_what_a_process_raises_is_raised_here(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Session, path: str, data: bytes | None = None) -> Outcome:
        raise ZeroDivisionError(path)

    monkeypatch.setattr(Session, "check", fail)
    ran = [runner().invoke(main, [str(project), "--isolated", "--jobs", jobs]) for jobs in ("1", "2")]
    assert [one.exit_code for one in ran] == [2, 2]
    assert all("ZeroDivisionError" in one.stderr for one in ran)


def test_fixes_are_made_by_one_process(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one fix changes, another file may import."""
    monkeypatch.setattr("torchlint.runner.run.checked", None)
    assert told(project, "--jobs", "2", "--diff")[0] == 1


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", ""])
def test_what_is_no_number_of_processes_is_refused(project: Path, value: str) -> None:
    status, _, said = told(project, "--jobs", value)
    assert status == 2
    assert "must be a positive integer or 'auto'" in said


def test_as_many_processes_as_the_work_is_worth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2}, raising=False)
    small, large = tmp_path / "small.py", tmp_path / "large.py"
    small.write_text("x = 1\n")
    large.write_text("x = 1\n" * 100_000)
    assert workers.number_of_jobs(None, [str(small)] * 10) == 1
    assert workers.number_of_jobs(None, [str(small)] * 100) == 3
    assert workers.number_of_jobs(None, [str(small), str(large)]) == 2
    assert workers.number_of_jobs(None, [str(tmp_path / "gone.py")]) == 1
    assert workers.number_of_jobs(5, [str(small)] * 3) == 3
    assert workers.number_of_jobs(5, []) == 1
    monkeypatch.delattr(os, "fork")
    assert workers.number_of_jobs(5, [str(small)] * 3) == 1


def test_the_processes_have_ended_when_all_is_told(project: Path) -> None:
    """Python 3.11 prints an exception of its own where it ends while a pool is being closed."""
    before = set(threading.enumerate())
    told(project, "--jobs", "2")
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("jobs", [1, 2, 8])
@pytest.mark.parametrize("count", [0, 1, 7, 500])
def test_files_are_handed_out_in_order_and_ever_fewer_at_a_time(count: int, jobs: int) -> None:
    names = [str(number) for number in range(count)]
    pieces = list(workers.in_pieces(names, jobs))
    assert [name for piece in pieces for name in piece] == names
    sizes = [len(piece) for piece in pieces]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-jobs:] == [1] * min(jobs, count)
    if count == 500:
        assert sizes[0] > 1
        assert len(sizes) < count / 2


def test_the_start_method_of_the_system_does_not_matter(tmp_path: Path) -> None:
    """Python spawns processes on macOS, and 3.14 has a server that forks them."""
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("import torch\nx = torch.ones(3)\nx.cuda()\nprint(x)\n", encoding="utf-8")
    alone = told(tmp_path, "--jobs", "1")
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method("spawn", force=True)
    try:
        assert told(tmp_path, "--jobs", "2") == alone
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert alone[0] == 1
