"""Which project a file belongs to, and which of its files count."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from torchlint.config import Configs
from torchlint.repositories import Repositories


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with one beside it."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path


def root_of(path: Path, *, isolated: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("import torch\n")
    return Path(Repositories(Configs(isolated=isolated)).around(str(path)).root)


def test_the_git_repository_around_the_file(place: Path) -> None:
    (place / "there" / ".git").mkdir(parents=True)
    (place / "there" / "part").mkdir()
    (place / "there" / "part" / "torchlint.toml").write_text('fail-on = "never"\n')
    assert root_of(place / "there" / "part" / "src" / "train.py") == place / "there"


def test_the_innermost_git_repository(place: Path) -> None:
    (place / "there" / ".git").mkdir(parents=True)
    (place / "there" / "part").mkdir()
    (place / "there" / "part" / ".git").write_text("gitdir: ../.git/modules/part\n")  # a submodule
    assert root_of(place / "there" / "part" / "src" / "train.py") == place / "there" / "part"


def test_the_folder_with_the_configuration(place: Path) -> None:
    configured = place / "there" / "project"
    configured.mkdir(parents=True)
    (configured / "torchlint.toml").write_text('fail-on = "never"\n')
    assert root_of(configured / "src" / "deep" / "train.py") == configured
    assert root_of(configured / "src" / "deep" / "train.py", isolated=True) == configured / "src" / "deep"


def test_the_working_directory(place: Path) -> None:
    assert root_of(place / "here" / "src" / "train.py") == place / "here"
    assert root_of(place / "here" / "train.py") == place / "here"


def test_the_files_own_folder_where_it_is_elsewhere(place: Path) -> None:
    assert root_of(place / "there" / "src" / "train.py") == place / "there" / "src"
    assert root_of(place / "here_too" / "train.py") == place / "here_too"


def test_files_of_one_project_share_it(place: Path) -> None:
    (place / "here" / "a").mkdir()
    (place / "here" / "b").mkdir()
    repositories = Repositories(Configs(isolated=True))
    around = repositories.around(os.path.join("a", "train.py"))
    assert repositories.around(str(place / "here" / "b" / "train.py")) is around
    assert repositories.around(str(place / "there" / "train.py")) is not around


@pytest.mark.parametrize("in_git", [False, True])
def test_what_is_excluded_or_ignored_calls_nothing(place: Path, in_git: bool) -> None:
    if in_git:
        subprocess.run(["git", "init", "-q"], check=True)
    files = {"torchlint.toml": 'extend-exclude = ["old", "run_*.py"]\n', ".gitignore": "build/\n"}
    files |= dict.fromkeys(
        ("train.py", "run_all.py", "old/a.py", "old/b/c.py", "venv/x.py", "build/y.py"), "import loops\n"
    )
    files["loops.py"] = ""
    for name, text in files.items():
        (place / "here" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "here" / name).write_text(text)
    loops = str(place / "here" / "loops.py")
    assert Repositories(Configs()).around(loops).importers(loops) == [str(place / "here" / "train.py")]


def test_what_can_not_be_read_is_no_part_of_it(place: Path) -> None:
    (place / "here" / "loops.py").write_text("")
    (place / "here" / "train.py").write_bytes(b"import loops\nname = '\xff'\n")
    loops = str(place / "here" / "loops.py")
    around = Repositories(Configs(isolated=True)).around(loops)
    assert around.importers(loops) == []
    assert around.tree(str(place / "here" / "train.py")) is None
