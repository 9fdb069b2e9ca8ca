"""Small projects in the shape of real ones: with all their files known, what is marked is found, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rule_folders import marks
from torchlint.config import Configs
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.lint import check
from torchlint.model.repository import Repository
from torchlint.source import Lines, Source, read_source

if TYPE_CHECKING:
    from torchlint.rule import Rule

CORPUS = Path(__file__).parent / "corpus"
PROJECTS = sorted(path for path in CORPUS.iterdir() if path.is_dir())
FAILURES = tuple(DIAGNOSTICS[name] for name in ("syntax-error", "unreadable-file", "torchlint-error"))

Said = tuple[int, bool, str]  # row, whether it is sure, the message


def repository(project: Path) -> Repository:
    return Repository(str(project), lambda path: read_source(path).text, lambda: map(str, project.glob("**/*.py")))


def said(source: Source, rules: tuple[Rule, ...], around: Repository) -> list[Said]:
    lines = Lines(source.text)
    found = check(source, (*rules, *FAILURES), repository=around).findings
    return sorted((lines.row(f.span.start), f.sure, f.message) for f in found)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_what_is_marked_is_found_and_nothing_else(project: Path, pack: dict[str, Rule]) -> None:
    rules = tuple(rule for rule in pack.values() if rule.default and not rule.preview)
    around = repository(project)
    wrong = []
    files = sorted(project.glob("**/*.py"))
    assert files
    for path in files:
        source = read_source(str(path))
        left = said(source, rules, around)
        for mark in marks(source.text):
            answer = next((s for s in left if s[0] == mark.row and s[1] == mark.sure and mark.says in s[2]), None)
            if answer is None:
                wrong.append(f"{path.relative_to(CORPUS)}:{mark.row}: not found: {mark.says}")
            else:
                left.remove(answer)
        wrong += (f"{path.relative_to(CORPUS)}:{row}: found, sure={sure}: {message}" for row, sure, message in left)
    assert not wrong, "\n" + "\n".join(wrong)


def test_projects_hold_findings_and_traps() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CORPUS.glob("**/*.py")]
    assert any(marks(text) for text in texts)
    assert any(not marks(text) for text in texts)


def test_the_real_settings_find_the_same_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from torchlint.repositories import Repositories

    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    inside = tmp_path / "src" / "train.py"
    inside.parent.mkdir()
    inside.write_text("import torch\n")
    assert Repositories(Configs(isolated=True)).around(str(inside)).root == str(tmp_path)
