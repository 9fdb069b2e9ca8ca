"""Which project a file belongs to: a matter of where the file lies, never of where torchlint is started."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from lsprotocol import types

from tests.command import run
from tests.git_trees import git
from tests.three_files import NET, SCORE, run_of
from torchlint.files import project_files
from torchlint.lsp.checking import Checker
from torchlint.lsp.documents import Documents
from torchlint.project import dependencies
from torchlint.project.root import REPOSITORY, ProjectRoots, project_root
from torchlint.runner.projects import Projects
from torchlint.settings.config import Configs, inline_layer

RUN = run_of("models.net", "scoring.score")
LOAD = "import torch\n\ndef load(path):\n    return torch.load(path)\n"
RULES = "softmax-before-cross-entropy,eval-without-no-grad,torch-load-untrusted"
SOFTMAX, EVALUATED = "run.py:10 softmax-before-cross-entropy", "scoring/score.py:5 eval-without-no-grad"
LOADED = "load.py:4 torch-load-untrusted"
PROGRAM = {"run.py": RUN, "models/net.py": NET, "scoring/score.py": SCORE, "load.py": LOAD}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the same program in three folders; those beside the first are for old versions of PyTorch."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "code"
    write(folder / "mine", PROGRAM)
    write(folder / "old", {**PROGRAM, "requirements.txt": "torch==0.4.0\n"})
    write(folder / "older", {**PROGRAM, "setup.py": 'setup(install_requires=["torch==0.3.1"])\n'})
    monkeypatch.chdir(folder / "mine")
    return folder


def found(project: Path, *arguments: str, stdin: str = "") -> list[str]:
    """Place and rule of each finding, in files below a project."""
    ran = run("--select", RULES, "--output-format", "json", *arguments, stdin=stdin)
    records = json.loads(ran.out)
    return [f"{os.path.relpath(r['filename'], project)}:{r['location']['row']} {r['name']}" for r in records]


FROM = {
    "root": ".",
    "parent": "..",
    "below": "scoring",
    "sibling": "../old",
    "top": "/",
    "tmp": "/tmp",
}


@pytest.mark.parametrize("options", [(), ("--isolated",), ("--exclude", "run.py")], ids=["", "isolated", "exclude"])
@pytest.mark.parametrize("is_absolute", [True, False], ids=["absolute", "relative"])
@pytest.mark.parametrize("start", FROM.values(), ids=FROM)
def test_the_same_is_found_from_everywhere(
    code: Path, start: str, is_absolute: bool, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = code / "mine"
    monkeypatch.chdir(os.path.join(project, start))
    expected = [SOFTMAX] if "--exclude" not in options else []

    def named(path: Path) -> str:
        return str(path) if is_absolute else os.path.relpath(path)

    assert found(project, *options, named(project)) == expected
    if not options:
        assert found(project, named(project / "scoring" / "score.py")) == []
        assert found(project, named(project / "scoring"), named(project / "load.py")) == []
        assert found(project, "--stdin-filename", named(project / "run.py"), "-", stdin=RUN) == [SOFTMAX]
        assert found(code / "old", named(code / "old" / "load.py")) == [LOADED]


@pytest.mark.parametrize("start", FROM.values(), ids=FROM)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_kept_is_told_from_everywhere(
    code: Path, start: str, jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    project = code / "mine"
    assert found(project, str(project), "-j", jobs) == [SOFTMAX]
    monkeypatch.chdir(os.path.join(project, start))
    assert found(project, os.path.relpath(project)) == [SOFTMAX]
    assert found(code / "old", str(code / "old" / "load.py")) == [LOADED]
    assert [path.parent.name for path in code.glob("**/.torchlint_cache")] == ["mine", "old"]


def test_the_caches_of_all_projects_below_a_folder_are_deleted(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    monkeypatch.chdir(code)
    found(code)
    assert len(list(code.glob("*/.torchlint_cache"))) == 3
    ran = run("--clean", "mine", ".")
    deleted = [line for line in ran.err.splitlines() if line.startswith("info: deleted ")]
    assert len(deleted) == 3
    assert not list(code.glob("**/.torchlint_cache"))


def test_a_new_file_may_make_another_project_of_those_below(tmp_path: Path) -> None:
    project = write(tmp_path / "proj", {"part/net.py": "", "part/train.py": "import net\n"})
    net, main = str(project / "part" / "net.py"), project / "main.py"
    projects = Projects(Configs(isolated=True))
    assert projects.around(net).importers(net) == [str(project / "part" / "train.py")]
    main.write_text("from part import net\n")
    projects.changed(str(main))
    assert projects.root_of(net) == str(project)
    assert str(main) in projects.around(net).importers(net)


def test_what_is_excluded_is_part_of_the_program(code: Path) -> None:
    project = code / "mine"
    assert found(project, "--exclude", "run.py") == []  # which calls `score` under no_grad
    assert found(project, "--exclude", "models,scoring") == [SOFTMAX]
    write(project, {"torchlint.toml": 'exclude = ["run.py"]\n'})
    assert found(project) == []
    (project / "run.py").unlink()
    assert found(project) == [EVALUATED]


@pytest.mark.parametrize("start", ["/", "/tmp", "."])
def test_only_folders_of_the_project_are_listed(code: Path, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project, listed, scandir = code / "mine", [], os.scandir

    def counted(path: str) -> object:
        listed.append(os.path.abspath(path))
        return scandir(path)

    monkeypatch.chdir(os.path.join(project, start))
    found(project, str(project / "run.py"))
    listed.clear()
    monkeypatch.setattr(os, "scandir", counted)
    assert found(project, str(project / "run.py"), str(project / "load.py")) == [SOFTMAX]
    assert len(listed) < 20
    # The two folders above are looked into for Python files that would make one of them the root.
    assert {path for path in listed if not path.startswith(str(project))} <= {str(code), str(code.parent)}


@pytest.mark.parametrize("options", [("-j", "1"), ("-j", "2"), ("--no-cache", "-j", "2")], ids=" ".join)
def test_a_project_that_is_too_large_is_told_in_one_line(
    code: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    project = code / "mine"
    write(project / "part", {f"x{number}.py": "import torch\n" for number in range(9)})
    monkeypatch.setattr(project_files, "MOST_ENTRIES", 10)
    ran = run("--select", RULES, "--output-format", "concise", *options, str(project))
    warning = ": the project has more than 10 files and folders, so callers in other files are not searched"
    assert [line for line in ran.err.splitlines() if line.startswith("warning")] == [f"warning: {project}{warning}"]
    assert "run.py:10:5: error[softmax-before" in ran.out  # names lead to files all the same
    assert "scoring/score.py:5:13: warning[eval-without" in ran.out
    assert "warning" not in run("--select", RULES, "--quiet", *options, str(project)).err


def test_a_project_of_too_many_python_files_is_told_too(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "MOST_FILES", 3)
    ran = run("--select", RULES, "--output-format", "json", "scoring")
    warning = ": the project has more than 3 Python files, so callers in other files are not searched"
    assert ran.err.startswith(f"warning: {code / 'mine'}{warning}\n")


def test_judged_by_itself_a_file_is_for_the_same_pytorch(code: Path) -> None:
    project, old = code / "mine", code / "old"
    assert found(project, "--no-project") == [EVALUATED]
    assert found(old, "--no-project", "../old/load.py") == [LOADED]
    assert found(project, "--no-project", "--config", "torch-version = '2.1'", "load.py") == [LOADED]
    write(project, {"torchlint.toml": 'torch-version = "2.1"\n'})
    assert found(project, "--no-project", "load.py") == [LOADED]
    assert found(project, "--no-project", "--isolated", "load.py") == []


@pytest.mark.parametrize("start", ["..", "scoring", "/"])
def test_what_git_has_is_of_the_same_project(code: Path, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project = code / "mine"
    git("init")
    write(project, {"requirements.txt": "torch==1.7\n"})
    git("add", "--all")
    monkeypatch.chdir(os.path.join(project, start))
    assert found(project, "--staged", str(project)) == [LOADED, SOFTMAX]
    git("-C", str(project), "commit", "-m", "all")
    (project / "scoring" / "score.py").write_text(SCORE + "\n")
    (project / "load.py").write_text(LOAD + "\n")
    assert found(project, "--since", "HEAD", os.path.relpath(project)) == []


def test_an_editor_with_several_folders(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    documents = Documents("utf-16", str(code / "older"))
    select = inline_layer(f"select = {json.dumps(RULES.split(','))}")
    checker = Checker(lambda: Configs([select]), documents, suppressions=True, project=True)

    def told(path: Path) -> list[str]:
        document = documents.open(types.TextDocumentItem(path.as_uri(), "python", 1, path.read_text()))
        assert document is not None
        return [finding.rule for finding in checker.check(document.snapshot()).findings]

    assert told(code / "mine" / "load.py") == []
    assert told(code / "old" / "load.py") == ["torch-load-untrusted"]
    assert told(code / "mine" / "scoring" / "score.py") == []


# Where the root is


@pytest.mark.parametrize("name", REPOSITORY)
def test_the_closest_repository(tmp_path: Path, name: str) -> None:
    outer = write(tmp_path / "outer", {"setup.py": "", "part/torchlint.toml": "", "part/inner/src/a.py": ""})
    (outer / name).mkdir()
    assert project_root(str(outer / "part" / "inner" / "src")) == str(outer)
    (outer / "part" / "inner" / name).write_text("gitdir: elsewhere\n")  # a submodule
    assert project_root(str(outer / "part" / "inner" / "src")) == str(outer / "part" / "inner")
    assert project_root(str(outer / "part")) == str(outer)


@pytest.mark.parametrize(
    "name",
    ["torchlint.toml", ".torchlint.toml", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"],
)
def test_the_closest_folder_with_the_file_of_a_project(tmp_path: Path, name: str) -> None:
    outer = write(tmp_path / "outer", {name: "", "a.py": "", f"inner/{name}": "", "inner/b.py": "", "c/d/e.py": ""})
    assert project_root(str(outer / "c" / "d")) == str(outer)
    assert project_root(str(outer / "inner")) == str(outer / "inner")


@pytest.mark.parametrize("name", ["LICENSE", "LICENSE.md", ".gitignore"])
def test_the_top_of_an_archive_of_a_repository(tmp_path: Path, name: str) -> None:
    top = write(tmp_path / "top", {name: "", "utils.py": "", "chapter/tune/e.py": "", "vendored/setup.py": ""})
    assert project_root(str(top / "chapter" / "tune")) == str(top)
    assert project_root(str(top / "vendored")) == str(top / "vendored")
    write(top, {"setup.cfg": "", f"chapter/{name}": ""})  # says less than what names a project
    assert project_root(str(top / "chapter" / "tune")) == str(top)


@pytest.mark.parametrize("name", ["docker", "docs", "requirements", "tests", "examples", "env"])
def test_requirements_of_a_part_make_no_project(tmp_path: Path, name: str) -> None:
    outer = write(tmp_path / "outer", {"setup.py": "", f"{name}/requirements.txt": "torch==1.7\n", f"{name}/a.py": ""})
    assert project_root(str(outer / name)) == str(outer)


def test_without_any_such_file_the_top_of_the_code(tmp_path: Path) -> None:
    files = {"main.py": "", "utils/train.py": "", "models/net.py": "", "models/parts/block.py": ""}
    project = write(tmp_path / "code" / "proj", files)
    write(tmp_path / "code" / "other", {"package/__init__.py": "", "package/deep/__init__.py": ""})
    for folder in (".", "utils", "models", "models/parts", "new"):
        assert project_root(os.path.normpath(project / folder)) == str(project)
    assert project_root(str(tmp_path / "code" / "other" / "package" / "deep")) == str(
        tmp_path / "code" / "other" / "package"
    )
    assert project_root(str(tmp_path / "code")) == str(tmp_path / "code")


@pytest.mark.parametrize(
    "files",
    [
        {"scripts/train.py": "from models.net import net\n", "models/net.py": ""},
        {"scripts/train.py": "import models.net as net\n", "models/net.py": ""},
        {"scripts/train.py": "from models import net\n", "models/net.py": ""},
        {"scripts/train.py": "import models\n", "models/__init__.py": ""},
        {"scripts/train.py": "from ..models import (net,\n    other)\n", "models/net.py": ""},
        {"scripts/train.py": "from models.net import net\n", "src/models/net.py": ""},
        {"src/train/run.py": "from src.models.net import net\n", "src/models/net.py": ""},
        {"main.py": "from tools.train.run import main\n", "tools/train/run.py": ""},
    ],
)
def test_without_any_such_file_the_folder_that_imports_start_from(tmp_path: Path, files: dict[str, str]) -> None:
    project = write(tmp_path / "code" / "proj", files)
    write(tmp_path / "code" / "other", {"train.py": ""})
    for path in files:
        assert project_root(str((project / path).parent)) == str(project)
    assert project_root(str(tmp_path / "code" / "other")) == str(tmp_path / "code" / "other")


@pytest.mark.parametrize(
    "files",
    [
        {"one/train.py": "import torch\n", "two/train.py": "import numpy\n"},
        {"one/train.py": "from net import net\n", "one/net.py": "", "net/net.py": ""},
        {"one/train.py": "from datasets import load_dataset\n", "datasets/prepare.py": ""},
        {"one/train.py": "import datasets\n", "datasets/prepare.py": ""},
        {"one/train.py": "from lib.net import net\n", "lib/net.py": "", "lib/setup.py": "", "one/lib.py": ""},
    ],
)
def test_unrelated_programs_side_by_side_are_projects_of_their_own(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path / "code", files)
    assert project_root(str(tmp_path / "code" / "one")) == str(tmp_path / "code" / "one")


def test_what_is_found_across_folders_that_nothing_marks(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = write(code / "bare", {f"scripts/{name}" if name == "run.py" else name: t for name, t in PROGRAM.items()})
    (project / "load.py").unlink()
    monkeypatch.chdir(project)
    assert found(project) == [f"scripts/{SOFTMAX}"]
    assert found(project, "scoring/score.py") == []


def test_what_many_share_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = write(tmp_path / "home", {"me/requirements.txt": "", "me/notes.py": "", "me/hw/train.py": ""}) / "me"
    (home / ".git").mkdir()
    write(home / "Downloads", {"setup.py": "", "hw.py": "", "hw2/train.py": ""})
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    write(tmp_path / "scratch", {"pyproject.toml": "", "a.py": "", "b/c.py": ""})
    installed = write(tmp_path / "env" / "site-packages", {"six.py": "", "pkg/__init__.py": "", "pkg/a/b.py": ""})
    assert project_root(str(home / "hw")) == str(home / "hw")
    assert project_root(str(home)) == str(home)
    assert project_root(str(home / "Downloads" / "hw2")) == str(home / "Downloads" / "hw2")
    assert project_root(str(tmp_path / "scratch" / "b")) == str(tmp_path / "scratch" / "b")
    assert project_root(str(installed / "pkg")) == str(installed / "pkg")
    assert project_root(os.path.abspath(os.sep)) == os.path.abspath(os.sep)
    assert all(ProjectRoots().is_shared(str(one)) for one in (home, home.parent, installed, tmp_path / "scratch"))


def test_a_loose_file_is_together_with_those_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path, {"score.py": "", "run.py": "import score\n", "hw/run.py": "import score\n"})
    projects = Projects(Configs(isolated=True))
    score = str(tmp_path / "score.py")
    assert projects.around(score).importers(score) == [str(tmp_path / "run.py")]


def test_projects_inside_another_are_no_part_of_it(tmp_path: Path) -> None:
    importing = dict.fromkeys(("a.py", "ext/sub/b.py", "ext/c.py", "ext/sub/deep/d.py"), "import score\n")
    project = write(tmp_path / "proj", {"pyproject.toml": "", "score.py": "", **importing})
    write(project / "ext" / "sub", {"setup.py": "", "envs/requirements.txt": "torch==1.7\n"})
    score = str(project / "score.py")
    around = Projects(Configs(isolated=True)).around(score)
    assert around.importers(score) == [str(project / "a.py"), str(project / "ext" / "c.py")]
    assert around.torch(score).oldest > (1, 7)
    assert around.resolve(score, 0, "ext.sub.b") == str(project / "ext" / "sub" / "b.py")


def test_a_package_that_is_a_project_knows_its_own_name(tmp_path: Path) -> None:
    package = write(tmp_path / "pkg", {"__init__.py": "", "net.py": "", "deep/__init__.py": "", "deep/train.py": ""})
    train = str(package / "deep" / "train.py")
    around = Projects(Configs(isolated=True)).around(train)
    assert around.root == str(package)
    assert around.resolve(train, 0, "pkg.net") == str(package / "net.py")
    assert around.resolve(train, 0, "pkg") == str(package / "__init__.py")


@pytest.mark.parametrize("linked", ["mine", "mine/scoring"])
def test_behind_a_link_is_the_project_that_it_leads_to(
    code: Path, linked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = code.parent / "link"
    link.symlink_to(code / linked, target_is_directory=True)
    (code.parent / "by.py").symlink_to(code / "mine" / "scoring" / "score.py")
    score = link / ("scoring/score.py" if linked == "mine" else "score.py")
    monkeypatch.chdir(link)
    assert found(code, str(score)) == found(code, os.path.relpath(score)) == []
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    assert [found(code, str(score)) for _ in range(2)] == [[], []]
    # A link to a file is a file where it stands.
    assert len(found(code, str(code.parent / "by.py"))) == 1


def test_nothing_is_kept_in_a_folder_that_others_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path, {"load.py": LOAD})
    assert found(tmp_path, "--isolated", str(tmp_path / "load.py")) == []
    assert not (tmp_path / ".torchlint_cache").exists()
