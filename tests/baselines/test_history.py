"""`--baseline-history`, and the days and reasons of what a baseline accepts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.command import run
from torchlint.baselines import matching

MOVED = "import torch\n\nweights = torch.ones(3)\nweights.to('cuda')\nprint(weights)\n"
TWICE = MOVED.replace("print", "weights.cuda()\nprint")
FILE = Path(".torchlint-baseline.json")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    Path("torchlint.toml").write_text(f'baseline = "{FILE}"\n')


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The day that it is."""
    days = ["2026-05-01"]
    monkeypatch.setattr(matching, "today", lambda: days[-1])
    return days


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


def entries() -> list[dict[str, Any]]:
    return [entry for entry in json.loads(FILE.read_text())["findings"] if entry is not None]


def accepted() -> list[tuple[str, str, str]]:
    return [(entry["path"], entry.get("added", ""), entry.get("reason", "")) for entry in entries()]


def test_what_is_accepted_has_its_day_and_reason_and_keeps_them(day: list[str]) -> None:
    write("a.py", MOVED)
    assert run("--write-baseline", ".", "--baseline-reason", "until the trainer is rewritten").status == 0
    assert accepted() == [("a.py", "2026-05-01", "until the trainer is rewritten")]
    day.append("2026-06-02")
    write("b.py", MOVED)
    run("--write-baseline", ".")
    kept = ("a.py", "2026-05-01", "until the trainer is rewritten")
    assert accepted() == [kept, ("b.py", "2026-06-02", "")]
    assert run(".").status == 0
    assert "(1 given a reason)" in run("--write-baseline", "b.py", "--baseline-reason", "a demo").err
    assert accepted() == [kept, ("b.py", "2026-06-02", "a demo")]
    Path("b.py").unlink()
    run("--prune-baseline", ".")
    assert accepted() == [kept]


def test_a_file_that_moves_takes_them_along(day: list[str]) -> None:
    write("a.py", MOVED)
    run("--write-baseline", ".", "--baseline-reason", "old")
    day.append("2026-06-02")
    Path("new").mkdir()
    Path("a.py").rename("new/a.py")
    run("--write-baseline", ".")
    assert accepted() == [("new/a.py", "2026-05-01", "old")]


def test_a_reason_that_somebody_has_written_into_the_file_is_kept(day: list[str]) -> None:
    write("a.py", TWICE)
    run("--write-baseline", ".")
    FILE.write_text(
        FILE.read_text().replace('"added": "2026-05-01"}', '"added": "2026-05-01", "reason": "by hand"}', 1)
    )
    run("--write-baseline", ".")
    assert sorted(accepted()) == [("a.py", "2026-05-01", ""), ("a.py", "2026-05-01", "by hand")]


def test_a_baseline_from_before_there_were_days_stays_as_it_is(day: list[str]) -> None:
    write("a.py", MOVED)
    run("--write-baseline", ".")
    old = FILE.read_text().replace(', "added": "2026-05-01"', "")
    FILE.write_text(old)
    assert run(".").status == 0
    run("--write-baseline", ".")
    assert FILE.read_text() == old


def test_an_entry_that_two_branches_accepted_is_one_and_keeps_its_reason(day: list[str]) -> None:
    write("a.py", MOVED)
    run("--write-baseline", ".")
    head, entry, tail = FILE.read_text().splitlines()
    other = entry.replace('"2026-05-01"', '"2026-04-01", "reason": "why"')
    FILE.write_text("\n".join([head, entry, other, tail]) + "\n")
    write("b.py", MOVED)
    run("--write-baseline", ".")
    assert accepted() == [("a.py", "2026-04-01", "why"), ("b.py", "2026-05-01", "")]


def test_a_reason_is_a_text_and_is_for_what_is_written() -> None:
    write("a.py", MOVED)
    run("--write-baseline", ".")
    assert "--write-baseline" in run(".", "--baseline-reason", "why").err
    FILE.write_text(FILE.read_text().replace('"added": ', '"reason": 1, "added": '))
    ran = run(".")
    assert ran.status == 2
    assert "'reason' of an entry" in ran.err


def commit(date: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", "add", "-A"], check=True)
    environment = {
        "GIT_COMMITTER_DATE": f"{date}T12:00:00Z",
        "GIT_AUTHOR_DATE": f"{date}T12:00:00Z",
        "PATH": "/usr/bin:/bin",
    }
    subprocess.run(["git", *who, "commit", "-qm", date], check=True, env=environment)


def test_a_baseline_burns_down() -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write("src/a.py", TWICE)
    write("b.py", MOVED)
    run("--write-baseline", ".")
    commit("2026-05-01")
    write("src/a.py", MOVED)
    run("--prune-baseline", ".")
    commit("2026-06-02")
    write("other.py", "")
    commit("2026-06-03")
    Path("b.py").unlink()
    run("--prune-baseline", ".")

    ran = run("--baseline-history")
    assert (ran.status, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == ".torchlint-baseline.json: 1 accepted, -2 since 2026-05-01"
    assert [line.split()[0] + " " + " ".join(line.split()[2:]) for line in lines[3:5]] == [
        "2026-05-01 3",
        "2026-06-02 2 -1",
    ]
    assert lines[5] == "not yet on disk 1 -1"
    assert "discarded-tensor-op 3 1 -2" in lines
    assert lines[-2:] == ["src 2 1 -1", ". 1 0 -1"]

    records = json.loads(run("--baseline-history", "--output-format", "json").out)
    assert [(one["date"], one["count"], one["folders"]) for one in records] == [
        ("2026-05-01", 3, {".": 1, "src": 2}),
        ("2026-06-02", 2, {".": 1, "src": 1}),
        (None, 1, {"src": 1}),
    ]
    assert len(run("--baseline-history", "--output-format", "json-lines").out.splitlines()) == 3


def test_a_long_history_is_cut_and_a_broken_commit_left_out() -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    for number in range(25):
        write("a.py", "import torch\n\nweights = torch.ones(3)\n" + "weights.cuda()\n" * (25 - number))
        if number == 4:
            FILE.unlink()  # it was broken
        run("--write-baseline", ".")
        if number == 3:
            FILE.write_text("<<<<<<< ours\n")
        commit(f"2026-05-{number + 1:02}")
    lines = run("--baseline-history").out.splitlines()
    rows = [line for line in lines if line.startswith("2026-")]
    assert len(rows) == 20
    assert (rows[0][:10], rows[-1][:10]) == ("2026-05-01", "2026-05-25")
    assert "24 commits, 20 of them shown" in "\n".join(lines)


def test_what_has_no_history_says_so() -> None:
    assert "not in a git repository" in run("--baseline-history").err
    subprocess.run(["git", "init", "-q"], check=True)
    ran = run("--baseline-history")
    assert ran.status == 2
    assert "--baseline-history" in ran.err
