"""`benchmarks.ecosystem` tells what a change of torchlint adds, removes and words differently in other repositories."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.clones import unpack
from benchmarks.differences import Finding, difference, report
from benchmarks.ecosystem import LIST, Missing, Pinned, Trees, checked, pinned
from tests.git_trees import commit, git
from tests.rule_folders import ROOT

LEAK = (ROOT / "rules/loss_accumulates_graph/bad.py").read_text(encoding="utf-8")
# A version of torchlint that finds one thing, in every folder.
OLDER = """
import json, sys
location = {"row": 1, "column": 1}
one = {"filename": f"{sys.argv[-1]}/gone.py", "location": location, "cell": None, "name": "old", "suspected": True}
print(json.dumps([{**one, "message": "is found"}]))
"""


@pytest.fixture
def trees(tmp_path: Path) -> Trees:
    older = tmp_path / "older" / "torchlint"
    older.mkdir(parents=True)
    (older / "__init__.py").touch()
    (older / "__main__.py").write_text(OLDER, encoding="utf-8")
    return Trees(older.parent, ROOT, tmp_path / "bytecode")


def test_what_differs_in_two_repositories(tmp_path: Path, trees: Trees, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = []
    for name, code in (("acme/net", LEAK), ("acme/plain", "x = 1\n")):
        clone = tmp_path / "clones" / name.replace("/", "+")
        clone.mkdir(parents=True)
        monkeypatch.chdir(clone)
        git("init")
        commit(src__train=code)
        wanted.append(Pinned(name, git("rev-parse", "HEAD").strip()))
    net, plain = (checked(one, trees, tmp_path / "clones", True, 60) for one in wanted)
    assert not isinstance(net, Missing)
    assert not isinstance(plain, Missing)
    assert {one.rule for one in net.added} >= {"loss-accumulates-graph"}
    assert {one.path for one in net.added} == {"src/train.py"}
    assert (plain.added, plain.removed) == ([], [Finding("gone.py", 1, 1, "old", "is found (suspected)")])
    shown = "\n".join(report([net, plain]))
    assert shown.startswith("Repositories: 2, with changes: 2. Findings before: 2,")
    assert f"\nadded: {len(net.added)}, removed: 2, reworded: 0.\n" in shown
    assert f"- removed `old` [gone.py:1](https://github.com/acme/plain/blob/{wanted[1].commit}/gone.py#L1): is" in shown
    gone = checked(Pinned("acme/plain", "0" * 40), trees, tmp_path / "clones", True, 60)
    assert isinstance(gone, Missing)
    assert not gone.is_failure
    assert isinstance(checked(Pinned("acme/gone", "0" * 40), trees, tmp_path / "clones", True, 60), Missing)


def test_another_message_at_the_same_place_is_no_other_finding() -> None:
    old = [
        Finding("a.py", 1, 1, "rule", "one"),
        Finding("a.py", 2, 1, "rule", "two"),
        Finding("a.py", 2, 1, "x", "two"),
    ]
    new = [Finding("a.py", 1, 1, "rule", "one"), Finding("a.py", 2, 1, "rule", "2"), Finding("b.py", 2, 1, "x", "3")]
    found = difference("acme/net", "https://example.org", old, new)
    assert (found.added, found.removed, found.reworded) == ([new[2]], [old[2]], [new[1]])
    assert not difference("acme/net", "https://example.org", old, old).is_one
    assert list(report([difference("acme/net", "https://example.org", old, old)])) == [
        "Repositories: 1, with changes: 0. Findings before: 3,",
        "added: 0, removed: 0, reworded: 0.",
    ]


def test_the_list_has_a_hundred_repositories_with_whole_hashes() -> None:
    listed = pinned(LIST.read_text(encoding="utf-8"))
    assert len({one.repository for one in listed}) == len(listed) == 100
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", one.repository) for one in listed)
    assert all(re.fullmatch(r"[0-9a-f]{40}", one.commit) for one in listed)


def test_a_clone_may_lack_large_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone, folder = tmp_path / "clone", tmp_path / "folder"
    clone.mkdir()
    monkeypatch.chdir(clone)
    git("init")
    commit(small="x = 1\n", large="y = 2\n")
    blob = git("rev-parse", "HEAD:large.py").strip()
    (clone / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert unpack(clone / ".git", "HEAD", folder.resolve(), "*.py", "none/*")
    assert [path.read_text(encoding="utf-8") for path in folder.rglob("*")] == ["x = 1\n"]
