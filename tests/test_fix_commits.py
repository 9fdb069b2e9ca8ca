"""`benchmarks.fix_commits` says which mistakes of real histories are flagged before their repair, and not after."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.fix_commits import LIST, commits, torch_of
from tests.git_trees import commit, git
from tests.rule_folders import FOLDERS, ROOT, name_of

BAD = (ROOT / "rules" / "loss_accumulates_graph" / "bad.py").read_text(encoding="utf-8")
GOOD = (ROOT / "rules" / "loss_accumulates_graph" / "good.py").read_text(encoding="utf-8")
ROW = next(row for row, line in enumerate(BAD.splitlines(), 1) if "# finding:" in line)
HEAD = "repository\tbefore\tafter\tpath\tline_before\tkind\tdescription\n"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.fix_commits", *options]
    return subprocess.run(command, cwd=ROOT, check=False, text=True, capture_output=True)


def test_a_repair_is_told_from_its_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = tmp_path / "clones" / "acme+net"
    clone.mkdir(parents=True)
    monkeypatch.chdir(clone)
    git("init")
    hashes = []
    for code in (BAD, GOOD, f"{GOOD}\nprint(1)\n"):
        commit(src__train=code)
        hashes.append(git("rev-parse", "HEAD").strip())
    before, after, later = hashes
    rows = [
        ("acme/net", before, after, "src/train.py", str(ROW), "loss-accumulates-graph", "A sum keeps each graph."),
        ("acme/net", after, later, "src/train.py", str(ROW), "loss-accumulates-graph", "Nothing is wrong here."),
        ("acme/net", before, after, "src/train.py", "1", "none: a mistake of its own", "No rule is for it."),
        ("acme/gone", before, after, "src/train.py", "1", "missing-zero-grad", "There is no clone."),
    ]
    listed = tmp_path / "list.tsv"
    listed.write_text(HEAD + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    done = run("--clones", str(clone.parent), "--list", str(listed))
    assert done.returncode == 0, done.stderr
    assert f"| acme/net | src/train.py:{ROW} | loss-accumulates-graph | flagged | silent |" in done.stdout
    assert f"| acme/net | src/train.py:{ROW} | loss-accumulates-graph | missed | as before |" in done.stdout
    assert "2 fixes with a rule: 1 flagged before, 1 of them silent after. 1 not at hand; 1 more" in done.stdout
    assert run("--clones", str(tmp_path / "nowhere"), "--list", str(listed)).returncode == 1


def test_commits_are_checked_for_the_torch_of_their_day() -> None:
    days = ("2017-01-01", "2023-03-14", "2023-03-15", "2024-02-29", "2030-01-01")
    assert [torch_of(day) for day in days] == ["0.4", "1.13", "2.0", "2.2", "2.9"]


def test_the_list_names_rules_and_whole_hashes() -> None:
    rules = {name_of(folder) for folder in FOLDERS}
    listed = commits(LIST.read_text(encoding="utf-8"))
    assert len(listed) > 100
    wrong = [
        one
        for one in listed
        if (one.has_rule and one.kind not in rules) or len(one.before) != 40 or len(one.after) != 40 or one.row < 1
    ]
    assert not wrong
