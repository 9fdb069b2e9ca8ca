"""What saves time changes nothing of what is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import same
from tests.rule_folders import FOLDERS, ROOT


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every ninth of the rules' examples, and some projects of several files."""
    folder = tmp_path_factory.mktemp("files")
    for rule in FOLDERS[::9]:
        shutil.copytree(rule, folder / rule.name, ignore=shutil.ignore_patterns("cases", "rule.py", "detect*.py"))
    for project in sorted((ROOT / "tests" / "corpus").iterdir())[::9]:
        shutil.copytree(project, folder / project.name)
    return folder


def test_no_shortcut_changes_what_is_found(files: Path, tmp_path: Path) -> None:
    ways = same.different(files, tmp_path / "cache")
    assert len(ways) == 6
    assert [way for way, is_another in ways.items() if is_another] == []


def test_a_shortcut_that_loses_a_finding_would_be_seen(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = "import torchlint.gate\ntorchlint.gate.WORDS = ('flax',)\n"
    monkeypatch.setitem(same.WAYS, "the gates", (blind, "--no-cache -j1"))
    expected = same.found("and the sieve", files, tmp_path)
    assert same.found("the gates", files, tmp_path) != expected
