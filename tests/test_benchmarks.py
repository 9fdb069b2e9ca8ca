"""The benchmarks count what they say that they count; how long anything takes is not tested."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import chart, growth, phases, targets
from benchmarks.__main__ import bars
from benchmarks.corpus import Corpus, copy
from benchmarks.growth import Grown, Point
from benchmarks.peers import Peer, installed
from benchmarks.process import Cost, Failed, cost
from benchmarks.rounds import Rounds, measured
from benchmarks.table import table
from benchmarks.tools import COLD, WARM, Tool
from benchmarks.written import one_file, project
from tests.rule_folders import ROOT

SVG = "{http://www.w3.org/2000/svg}"


def script(path: Path, text: str) -> tuple[str, ...]:
    """The command of a program that stands in for a linter."""
    path.write_text(f"import sys\nfrom pathlib import Path\n{text}\n", encoding="utf-8")
    return (sys.executable, str(path))


def logging(folder: Path, name: str, log: Path) -> Tool:
    """A tool that writes down that it has run."""
    return Tool(name, script(folder / f"{name}.py", f"with open({str(log)!r}, 'a') as f: f.write('{name} ')"), folder)


def seconds(**of: float) -> dict[str, Cost]:
    return {name: Cost(cpu=value, wall=value, peak=10) for name, value in of.items()}


def test_the_table_and_the_plot_have_a_row_for_each_tool(tmp_path: Path) -> None:
    corpus, seen = tmp_path / "corpus", tmp_path / "seen.txt"
    (corpus / "deep").mkdir(parents=True)
    (corpus / "train.py").write_text("import torch\nx = torch.ones(1)\n", encoding="utf-8")
    (corpus / "deep" / "old.py").write_text("print 'not read any more'\n", encoding="utf-8")
    (corpus / "deep" / "data.py").write_text("names = []\n", encoding="utf-8")
    (corpus / "pyproject.toml").write_text("[tool.torchlint]\n", encoding="utf-8")
    looks = f"Path({str(seen)!r}).write_text(repr(sorted(p.as_posix() for p in Path(sys.argv[1]).rglob('*.*'))))"
    peer = f"Fake={' '.join(script(tmp_path / 'fake.py', looks))}"
    output, plot = tmp_path / "table.md", tmp_path / "plot.svg"
    wanted = ["--corpus", str(corpus), "--rounds", "1", "--output", str(output), "--plot", str(plot), "--peer", peer]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *wanted], cwd=ROOT, check=True, text=True, capture_output=True
    )
    assert "2 files (1 that Python does not read left out), 3 lines" in done.stdout
    assert output.read_text(encoding="utf-8") == done.stdout
    rows = [line.split(" | ")[0].strip("| ") for line in done.stdout.splitlines() if line.startswith("| ")]
    assert {COLD, WARM, "Fake"} <= set(rows)
    drawn = {text.text for text in ElementTree.parse(plot).iter(f"{SVG}text")}
    assert set(rows[1:]) <= drawn
    assert ast.literal_eval(seen.read_text()) == ["deep/data.py", "train.py"]


@pytest.mark.parametrize("text", ["sys.exit(2)", "raise ValueError"], ids=["status", "exception"])
def test_a_tool_that_fails_is_no_fast_one(text: str, tmp_path: Path) -> None:
    with pytest.raises(Failed, match="exit status"):
        cost(script(tmp_path / "fails.py", text), tmp_path)


def test_what_is_set_for_one_person_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONDONTWRITEBYTECODE", "TORCHLINT_NO_CACHE", "RUFF_NO_CACHE", "KEPT"):
        monkeypatch.setenv(name, "1")
    said = tmp_path / "said.txt"
    cost(script(tmp_path / "says.py", f"import os; Path({str(said)!r}).write_text(' '.join(os.environ))"), tmp_path)
    known = set(said.read_text().split())
    assert "KEPT" in known
    assert known.isdisjoint({"PYTHONDONTWRITEBYTECODE", "TORCHLINT_NO_CACHE", "RUFF_NO_CACHE"})


def test_a_run_past_the_limit_took_more_than_was_seen(tmp_path: Path) -> None:
    tools = [
        Tool(COLD, script(tmp_path / "quick.py", ""), tmp_path),
        Tool("slow", script(tmp_path / "slow.py", "import time; time.sleep(600)"), tmp_path),
    ]
    rounds = measured(tools, rounds=2, limit=0.5)
    assert [cost.is_whole for cost in rounds.of("slow")] == [False]
    assert "| slow | more than " in table(tools, rounds, lines=1000)
    assert any(bar.text.startswith("more than ") for bar in bars(tools, rounds))


def test_rounds_turn_around_and_a_warm_tool_has_its_cache_filled_before(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    one, two = logging(tmp_path, "one", log), logging(tmp_path, "two", log)
    edits: list[str] = []
    two = replace(two, is_warm=True, before=lambda: edits.append("edit"))
    rounds = measured([one, two], rounds=2)
    assert log.read_text().split() == ["two", "two", "one", "one", "two", "two", "one"]
    assert len(edits) == 4
    assert len(rounds.of("one")) == 2  # the first round is thrown away


def test_a_slow_linter_is_not_run_again(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    rounds = measured([logging(tmp_path, "slow", log)], rounds=3, patience=0)
    assert log.read_text().split() == ["slow"]
    assert len(rounds.of("slow")) == 1


def test_a_ratio_is_taken_within_a_round() -> None:
    rounds = Rounds([seconds(a=9, b=1), seconds(a=1, b=1), seconds(a=20, b=10), seconds(a=300, b=100)])
    assert rounds.ratios("a", "b") == [1, 2, 3]
    assert rounds.ratio("a", "b") == 2
    assert rounds.cpu("a") == 20


def test_a_peer_is_found_where_it_is_and_only_if_it_is_the_one(tmp_path: Path) -> None:
    for place, said in (("plain", "7.5.0 (mccabe)"), ("with", "7.4.1 (flake8-bugbear)")):
        (tmp_path / place).mkdir()
        executable = tmp_path / place / "some-flake"
        executable.write_text(f"#!/bin/sh\necho '{said}'\n", encoding="utf-8")
        executable.chmod(0o755)
    peers = [
        Peer("Flake {version} and more", "some-flake", "--cache-dir {cache}/x -j 1", says="flake8-bugbear"),
        Peer("Missing {version}", "no-such-linter", ""),
    ]
    places = [tmp_path / "plain", tmp_path / "with"]
    (found,) = installed(peers, places, tmp_path, tmp_path / "caches")
    assert found.name == "Flake 7.4.1 and more"
    assert found.command[0] == str(tmp_path / "with" / "some-flake")
    assert found.command[1:] == ("--cache-dir", f"{tmp_path}/caches/some-flake-0/x", "-j", "1", ".")
    assert found.is_warm
    assert found.against == WARM


def test_a_corpus_without_python_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no Python files"):
        copy(tmp_path, tmp_path / "copy")


@pytest.mark.parametrize("lines", [100, 500, 3000])
def test_a_written_file_has_its_size_and_is_python(lines: int) -> None:
    text = one_file(lines)
    compile(text, "train.py", "exec")
    assert lines <= text.count("\n") < max(lines, 300) + 100
    names = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    assert len(set(names)) == len(names)


def test_the_files_of_a_written_project_import_what_is_there(tmp_path: Path) -> None:
    project(tmp_path, 32)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.py")}
    assert len(texts) == 32
    imported = set()
    for name, text in texts.items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.module in texts:
                imported.add((name, node.module))
                assert all(f" {alias.name}(" in texts[node.module] for alias in node.names if alias.name != "Meter")
    assert ("training_9", "network_9") in imported
    assert ("training_9", "meter") in imported


def grown(cpu: dict[str, dict[int, float]], peak: float = 30) -> Grown:
    """Growth that is made up: the CPU seconds of each size, and what each file takes of memory, in MiB."""
    costs, points = {"start": Cost(0.01, 0.01, 10)}, []
    for kind, sizes in cpu.items():
        for size, took in sizes.items():
            name = f"{size} {kind}"
            costs[name] = Cost(took, took, 20 + peak * size / 1000)
            points.append(Point(kind, size, 100 * size, Tool(name, (), Path())))
    return Grown(points, Rounds([costs]), "start")


def test_growth_is_told_from_none() -> None:
    even = {"lines": {500: 1.0, 1000: 1.5, 2000: 2.5, 4000: 4.5}, "files": {8: 1.0, 32: 4.0}}
    growing = grown({**even, "rules": {1: 1.0, 51: 1.25, 101: 1.5}}, peak=1)
    assert growing.exponent("files") == pytest.approx(1)
    assert growing.exponent("lines") < 1
    assert growing.per_rule() == pytest.approx(0.5 / 100 / 1.5)
    assert growing.kib_per_kloc() == pytest.approx(1024 * 0.001 / 0.1)
    assert [aim.is_reached for aim in growing.aims()] == [True, True, True, True]
    steep = grown({"lines": {1000: 1.0, 4000: 16.0}, "files": {8: 1.0, 32: 5.0}, "rules": {1: 1.0, 101: 101.0}})
    assert steep.exponent("lines") == pytest.approx(2)
    assert [aim.is_reached for aim in steep.aims()] == [False, False, True, False]
    assert "| 4000 lines | 400,000 | 16 |" in growth.table(steep)
    drawn = ElementTree.fromstring(chart.curves(growth.panels(steep)))
    assert [len((line.get("points") or "").split()) for line in drawn.iter(f"{SVG}polyline")] == [2, 2, 2]


def test_targets_are_judged_by_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import torch\n", encoding="utf-8")
    fast = {
        targets.START: 0.1,
        targets.PLAIN: 0.105,
        targets.FILE_COLD: 0.2,
        targets.FILE_WARM: 0.1,
        targets.CHANGED: 0.29,
        COLD: 1.0,
        WARM: 0.15,
        targets.ONE_JOB: 2.0,
        targets.TWO_JOBS: 1.0,
        "TorchFix 1": 30.0,
        "Ruff 1, all rules, cold": 0.1,
        "Ruff 1, all rules, warm": 0.1,
    }
    corpus = Corpus(tmp_path, 1, targets.LARGE, 1.0, 0)

    def judged(costs: dict[str, float], corpus: Corpus) -> list[bool | None]:
        found = targets.Measured(corpus, Path("train.py"), Rounds([seconds(**costs)]), list(costs))
        return [aim.is_reached for aim in targets.answers(found)]

    preflight = 1  # is not there
    assert [said for at, said in enumerate(judged(fast, corpus)) if at != preflight] == 10 * [True]
    assert judged(fast, corpus)[preflight] is None
    # A small corpus can't say that a target for a large one is reached.
    assert judged(fast, replace(corpus, lines=10)).count(None) == 3
    slow = {name: took if name in (targets.START, COLD, WARM) else 0.5 for name, took in fast.items()}
    slow.update({WARM: 1.5, targets.PLAIN: 0.2, targets.CHANGED: 0.9, "Ruff 1, all rules, cold": 0.01})
    assert judged(slow, corpus).count(True) == 1  # memory


def test_the_measured_file_imports_torch_and_is_the_closest_in_length(tmp_path: Path) -> None:
    for name, lines in (("short", 3), ("near", targets.LINES + 9), ("far", targets.LINES * 3)):
        (tmp_path / f"{name}.py").write_text("import torch\n" * lines, encoding="utf-8")
    (tmp_path / "exact.py").write_text("import os\n" * targets.LINES, encoding="utf-8")
    assert targets.middling(Corpus(tmp_path, 4, 1, 1.0, 0)) == Path("near.py")


def test_the_seconds_of_a_run_are_told_by_what_they_go_to(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import torch\n\n\ndef f(x):\n    return torch.sqrt(x)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.phases", str(tmp_path)], cwd=ROOT, check=True, text=True, capture_output=True
    )
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if line.startswith("| ")]
    parts = {row[0]: float(row[1]) for row in rows[1:-1]}
    assert {"prepass", "the pass that records facts", "parsing by ast"} < parts.keys()
    assert sum(parts.values()) == pytest.approx(float(rows[-1][1]), abs=0.06)
    # `torch`, `x` and the call, in the second reading: the first has nothing to learn from them.
    assert "50 characters were parsed" in done.stdout
    assert "evaluated 3 expressions" in done.stdout


def test_a_second_counts_for_the_innermost_part(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((0.0, 1.0, 3.0, 7.0, 15.0))
    monkeypatch.setattr("time.process_time", lambda: next(now))
    clock = phases.Clock()
    clock.enter("outer")
    clock.enter("inner")
    clock.leave()
    clock.leave()
    assert clock.seconds == {phases.AROUND: 1.0, "outer": 2.0 + 8.0, "inner": 4.0}
