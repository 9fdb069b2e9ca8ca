"""docs/suppressing.md is true: its comments silence what it says, and its settings can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import run, told
from tests.snippets import Snippet, snippets

PAGE = "suppressing.md"
PROGRAMS = [one for one in snippets(PAGE) if one.language == "python"]
SETTINGS = [one for one in snippets(PAGE) if one.language == "toml"]
FOUND = {
    "Between two lines": ["program.py:8:1 discarded-tensor-op"],
    "Comments that do nothing": ["program.py:4:27 unused-ignore"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.heading)
def test_only_what_is_marked_is_found(program: Snippet, folder: Path) -> None:
    """A comment on the page that silenced nothing would be found, too."""
    path = folder / "program.py"
    path.write_text(program.body, encoding="utf-8")
    assert told("--isolated", str(path)) == FOUND.get(program.heading, [])
    assert told("--isolated", "--ignore-suppressions", str(path)) != []


def test_the_unused_comment_is_deleted(folder: Path) -> None:
    path = folder / "program.py"
    path.write_text(PROGRAMS[-1].body, encoding="utf-8")
    assert run("--isolated", "--fix", str(path)).status == 0
    assert path.read_text(encoding="utf-8").endswith("\nweights = weights.cuda()\n")


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one.heading)
def test_the_settings_can_be_used(settings: Snippet, folder: Path) -> None:
    (folder / "torchlint.toml").write_text(settings.body, encoding="utf-8")
    (folder / "program.py").write_text(
        "import torch\n\nx = torch.ones(3)\nx.cuda()  # torchlint: ignore\n", encoding="utf-8"
    )
    wanted = ["blanket-ignore", "missing-reason"] if "blanket-ignore" in settings.body else []
    assert [line.rpartition(" ")[2] for line in told()] == wanted
