"""Of many files that may answer a question, those in the closest folders are looked at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from torchlint.project import project_files
from torchlint.runner.projects import Projects
from torchlint.settings.config import Configs


def test_the_closest_of_many_files_are_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "setup.py").touch()
    names = ["a/far.py", "b/c/near.py", "b/d/beside.py", "b/c/e/below.py", "b/c/train.py", "z.py"]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"'{name}'\n")
    train = str(tmp_path / "b" / "c" / "train.py")
    around = Projects(Configs(isolated=True)).around(train)
    places = [os.path.join(tmp_path, name) for name in names]

    def found() -> list[str]:
        return [syntax.text.strip("'\n") for syntax in around.trees_near(train, places)]

    assert found() == names  # few are all looked at, in their order
    monkeypatch.setattr(project_files, "_MOST_NEAR", 4)
    assert found() == ["b/c/near.py", "b/c/e/below.py", "b/c/train.py", "b/d/beside.py"]
