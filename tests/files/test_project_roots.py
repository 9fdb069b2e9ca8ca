"""Which files count as part of a project; to which one a file belongs is in test_project_root.py."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from torchlint.project.root import ProjectRoots
from torchlint.runner.projects import Projects
from torchlint.settings.config import Configs


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with one beside it."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path


def test_files_of_one_project_share_it(place: Path) -> None:
    (place / "here" / "a").mkdir()
    (place / "here" / "b").mkdir()
    (place / "here" / "run.py").write_text("")
    projects = Projects(Configs(isolated=True))
    around = projects.around(os.path.join("a", "train.py"))
    assert projects.around(str(place / "here" / "b" / "train.py")) is around
    assert projects.around(str(place / "there" / "train.py")) is not around


@pytest.mark.parametrize("in_git", [False, True])
def test_what_is_not_checked_is_read_but_for_what_git_ignores_and_what_is_of_others(place: Path, in_git: bool) -> None:
    if in_git:
        subprocess.run(["git", "init", "-q"], check=True)
    files = {"torchlint.toml": 'extend-exclude = ["old", "run_*.py"]\n', ".gitignore": "build/\n"}
    files |= dict.fromkeys(
        ("train.py", "run_all.py", "old/a.py", "old/b/c.py", "venv/x.py", "build/y.py", "node_modules/n/z.py"),
        "import loops\n",
    )
    files["loops.py"] = ""
    for name, text in files.items():
        (place / "here" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "here" / name).write_text(text)
    loops = str(place / "here" / "loops.py")
    importers = {os.path.relpath(path) for path in Projects(Configs()).around(loops).importers(loops)}
    assert importers == {"train.py", "run_all.py", "old/a.py", "old/b/c.py"}


def test_what_can_not_be_read_is_no_part_of_it(place: Path) -> None:
    (place / "here" / "loops.py").write_text("")
    (place / "here" / "train.py").write_bytes(b"import loops\nname = '\xff'\n")
    loops = str(place / "here" / "loops.py")
    around = Projects(Configs(isolated=True)).around(loops)
    assert around.importers(loops) == []
    assert around.tree(str(place / "here" / "train.py")) is None


def test_documents_that_windows_keeps_elsewhere_are_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONEDRIVE", str(tmp_path / "OneDrive"))
    roots = ProjectRoots()
    assert roots.is_shared(str(tmp_path / "OneDrive" / "Documents"))
    assert not roots.is_shared(str(tmp_path / "OneDrive" / "Documents" / "thesis"))
    assert not roots.is_shared(str(tmp_path / "Documents"))
