"""`benchmarks.wild` and `benchmarks.fixes` say what became of each project, and name what went wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks import fixes, wild
from tests.rule_folders import ROOT

LEAK = (ROOT / "rules" / "loss_accumulates_graph" / "bad.py").read_text(encoding="utf-8")


def project(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def module(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"benchmarks.{name}", *options]
    return subprocess.run(command, cwd=ROOT, check=False, text=True, capture_output=True)


def test_each_project_is_counted(tmp_path: Path) -> None:
    project(tmp_path / "one", leak=LEAK, other="x = 1\n")
    project(tmp_path / "two", broken="import torch\nx = (\n")
    done = module("wild", "--corpus", str(tmp_path))
    one, two = (line.strip("| ").split(" | ") for line in done.stdout.splitlines()[2:4])
    assert done.returncode == 0
    assert (one[:2], int(one[2]), int(one[3]) >= 1) == (["one", "2"], LEAK.count("\n") + 1, True)
    assert (two[:4], two[-1]) == (["two", "1", "2", "1"], "0")  # a syntax error is no failure of torchlint


def test_what_takes_too_much_is_named(tmp_path: Path) -> None:
    project(tmp_path / "one", leak=LEAK)
    done = module("wild", "--corpus", str(tmp_path), "--seconds", "0.001", "--mebibytes", "1")
    assert done.returncode == 1
    assert "\nSLOW one: leak.py: " in done.stdout
    assert "\nLARGE one: " in done.stdout


def test_a_failure_is_named() -> None:
    costs = [wild.Cost("one", files=1, failures=["a.py: `rule` failed"])]
    assert list(wild.exceeding(costs, 10, 400)) == ["FAILED one: a.py: `rule` failed"]


def test_fixes_are_counted_and_written_down(tmp_path: Path) -> None:
    project(tmp_path / "corpus" / "one", leak=LEAK, other="x = 1\n")
    patch = tmp_path / "all.patch"
    done = module("fixes", "--corpus", str(tmp_path / "corpus"), "--patch", str(patch))
    assert done.returncode == 0, done.stderr
    assert "| one | 2 | 1 | 2 | 0 |" in done.stdout
    assert any(line.startswith("+") and ".detach()" in line for line in patch.read_text(encoding="utf-8").splitlines())
    assert (tmp_path / "corpus" / "one" / "leak.py").read_text(encoding="utf-8") == LEAK


def test_what_breaks_is_named(tmp_path: Path) -> None:
    """A torchlint that breaks one file more with each run stands in for the real one."""
    folder = project(tmp_path / "one", a="x = 1\n", b="y = 2\n")
    before = fixes._contents(folder)
    found = fixes.compared(
        "one", before, {**before, "a.py": b"x = (\n"}, {**before, "a.py": b"x = (\n", "b.py": b"z\n"}
    )
    assert found.flaws == ["a.py no longer compiles", "b.py changes again in a second run"]
    assert (list(found.hunks), found.number_of_hunks) == (["a.py"], 1)
