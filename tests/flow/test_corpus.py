"""Small projects in the shape of real ones: with all their files known, what is marked is found, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rule_folders import marks
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.files.source import Lines
from torchlint.lint import check
from torchlint.project.project_files import ProjectFiles
from torchlint.reading import read_source, text_of
from torchlint.runner.projects import Projects
from torchlint.settings.config import Configs

if TYPE_CHECKING:
    from torchlint.rule import Rule

CORPUS = Path(__file__).parent.parent / "corpus"
PROJECTS = sorted(path for path in CORPUS.iterdir() if path.is_dir())
# Off by default, and in need of whole projects to be tested.
ALSO = ("per-sample-cpu-transform", "tuple-output", "deprecated-api")
FAILURES = tuple(DIAGNOSTICS[name] for name in ("syntax-error", "unreadable-file", "torchlint-error"))

Said = tuple[int, bool, str]  # row, whether it is sure, the message


@pytest.fixture(scope="module")
def rules(pack: dict[str, Rule]) -> tuple[Rule, ...]:
    default = [rule for name, rule in pack.items() if (rule.default or name in ALSO) and not rule.preview]
    return (*default, *FAILURES)


def project_files(project: Path) -> ProjectFiles:
    return ProjectFiles(str(project), text_of, lambda: map(str, files(project)))


def files(project: Path) -> list[Path]:
    return sorted((*project.glob("**/*.py"), *project.glob("**/*.ipynb")))


def said(path: Path, rules: tuple[Rule, ...], around: ProjectFiles) -> list[Said]:
    """What is said of a file; of a notebook's rows, as its cells stand one below the other."""
    source = read_source(str(path))
    lines = Lines(source.text)
    found = check(source, rules, project_files=around).findings
    return sorted((lines.row(f.span.start), f.sure, f.message) for f in found)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_what_is_marked_is_found_and_nothing_else(project: Path, rules: tuple[Rule, ...]) -> None:
    around = project_files(project)
    wrong = []
    assert files(project)
    for path in files(project):
        name = path.relative_to(CORPUS)
        left = said(path, rules, around)
        for mark in marks(read_source(str(path)).text):
            answer = next((s for s in left if s[0] == mark.row and s[1] == mark.sure and mark.says in s[2]), None)
            if answer is None:
                wrong.append(f"{name}:{mark.row}: not found: {mark.says}")
            else:
                left.remove(answer)
        wrong += (f"{name}:{row}: found, sure={sure}: {message}" for row, sure, message in left)
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_files_are_judged_alike_alone_and_in_any_order(
    project: Path, rules: tuple[Rule, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / project.name
    shutil.copytree(project, copied)
    monkeypatch.chdir(copied)

    def together(paths: Iterable[Path]) -> dict[Path, list[Said]]:
        projects = Projects(Configs(isolated=True))
        return {path: said(path, rules, projects.around(str(path))) for path in paths}

    forth = together(files(copied))
    assert together(reversed(files(copied))) == forth
    for path in files(copied):
        assert together([path]) == {path: forth[path]}


def test_projects_hold_findings_and_traps() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CORPUS.glob("**/*.py")]
    assert any(marks(text) for text in texts)
    assert any(not marks(text) for text in texts)


def test_every_file_says_what_it_is_there_for() -> None:
    texts = {path.relative_to(CORPUS): path.read_text(encoding="utf-8") for path in CORPUS.glob("**/*.py")}
    wordless = [path for path, text in texts.items() if path.name != "__init__.py" and text[:3] != '"""' and text]
    assert not wordless


@pytest.mark.parametrize(
    "neighbour",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"# -*- coding: latin-1 -*-\nname = '\xe9'\n", id="another encoding"),
        pytest.param(b"name = '\xe9\xff'\n", id="not utf-8"),
        pytest.param(b"# coding: no-such-thing\n", id="an unknown encoding"),
        pytest.param(b"def helper(:\n", id="a syntax error"),
        pytest.param(b"def helper():\nreturn 1\n", id="an indentation error"),
        pytest.param(b"print 'Python 2'\n", id="Python 2"),
        pytest.param(b"x = 1\0\n", id="a null byte"),
        pytest.param(b"TABLE = [\n" + b"    [0, 1, 2, 3, 4, 5, 6, 7],\n" * 30_000 + b"]\n", id="a huge table"),
        pytest.param(b"x = " + b"(" * 400 + b")" * 400 + b"\n", id="brackets in brackets"),
        pytest.param(b"from neighbour import *\nfrom neighbour import helper\nimport neighbour\n", id="itself"),
        pytest.param(b"from train import *\nfrom train import helper, net\n", id="whoever imports it"),
        pytest.param(b"import sys\nsys.modules[__name__] = object()\n", id="something else"),
        pytest.param(b"def __getattr__(name):\n    return name\n", id="made when asked for"),
    ],
)
def test_a_neighbour_that_says_nothing_changes_nothing(
    neighbour: bytes, rules: tuple[Rule, ...], tmp_path: Path
) -> None:
    text = """import torch
from torch import nn
import neighbour
from neighbour import helper, Net
from neighbour import *

net = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=1))
x, y = torch.randn(4, 4), torch.randint(0, 2, (4,))
helper(nn.CrossEntropyLoss()(net(x), y)).backward()
neighbour.more(Net()(x))
"""
    (tmp_path / "neighbour.py").write_bytes(neighbour)
    (tmp_path / "train.py").write_text(text)
    around = project_files(tmp_path)
    ((row, sure, message),) = said(tmp_path / "train.py", rules, around)
    assert (row, sure) == (9, True)
    assert "holds probabilities" in message
    assert around.users(str(tmp_path / "neighbour.py")) == [str(tmp_path / "train.py")]
