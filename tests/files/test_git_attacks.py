"""Git runs nothing that a repository names, wherever in it, and is no program that the repository brought."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import torchlint.files.git
from tests.command import run
from tests.git_trees import commit, git

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")

BAD = "import torch\nx = torch.zeros(1)\n"
# Keys of a repository's configuration that name a program, one of them for each kind of command that torchlint uses.
PROGRAMS = (
    *("core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.gitProxy"),
    *("core.alternateRefsCommand", "pager.diff", "pager.config", "pager.ls-files", "diff.external", "gpg.program"),
    *("filter.f.clean", "filter.f.smudge", "filter.f.process", "filter.h/i.clean", "filter.A b.clean"),
    *("diff.d.command", "diff.d.textconv", "alias.diff", "alias.ls-files", "credential.helper"),
    *("uploadpack.packObjectsHook", "sequence.editor", "interactive.diffFilter", "hook.x.command"),
)
HOOKS = ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-commit")


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that says which programs have run, which `recorder` writes; the working directory is a repository."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    recorder = tmp_path / "recorder"
    recorder.write_text(f'#!/bin/sh\necho "$0 $@" >> {tmp_path}/ran\ncat\n')
    recorder.chmod(0o755)
    git("init")
    commit(a=BAD, b=BAD)
    yield tmp_path / "ran"
    torchlint.files.git._patience[0] = torchlint.files.git.PATIENCE


def _arm(folder: Path, tmp_path: Path) -> None:
    """Have the configuration of a repository, its hooks and its attributes name programs."""
    for key in PROGRAMS:
        git("-C", str(folder), "config", key, f"{tmp_path}/recorder {key}")
    git("-C", str(folder), "config", "filter.f.required", "true")
    git("-C", str(folder), "config", "hook.x.event", "post-index-change")
    hooks = folder / ".git" / "hooks"
    for place in (hooks, tmp_path / "hooks"):
        place.mkdir(exist_ok=True)
        for hook in HOOKS:
            shutil.copy(tmp_path / "recorder", place / hook)
    for attributes in (folder / ".gitattributes", folder / ".git" / "info" / "attributes"):
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_text("*.py filter=f diff=d\nb.py filter=h/i\nc.py filter=A\\ b\n")


def _touch() -> None:
    """Have files look changed to git, which then looks into them, and have one that is."""
    for name in ("a.py", "b.py"):
        os.utime(name, (1, 1))
    Path("a.py").write_text(f"{BAD}y = 1\n")
    shutil.copy("a.py", "c.py")


@pytest.mark.parametrize(
    "arguments",
    [
        ["."],
        ["sub"],
        ["--show-files"],
        ["--since", "HEAD", "."],
        ["--since", "HEAD~0", "sub", "a.py"],
        ["--staged", "."],
        ["--fix", "--since=HEAD", "."],
    ],
)
def test_no_program_of_a_configuration_runs(ran: Path, tmp_path: Path, arguments: list[str]) -> None:
    Path("sub").mkdir()
    _arm(Path.cwd(), tmp_path)
    _touch()
    shutil.copy("a.py", "sub")
    assert not ran.exists()
    outcome = run("-n", *arguments)
    assert (outcome.status, outcome.err.replace("info: nothing is staged\n", "")) == (0, "")
    assert not ran.exists(), ran.read_text()
    subprocess.run(["git", "diff", "HEAD"], capture_output=True, check=False)
    assert "core.fsmonitor" in ran.read_text()  # which git alone runs


def test_no_program_of_a_repository_inside_another_runs(ran: Path, tmp_path: Path) -> None:
    Path("inner").mkdir()
    git("init", "inner")
    shutil.copy("a.py", "inner")
    git("-C", "inner", "add", "--all")
    git("-C", "inner", "commit", "-m", "one")
    _arm(Path("inner"), tmp_path)
    os.utime("inner/a.py", (1, 1))
    for arguments in (["--show-files"], ["--since", "HEAD", "inner"], ["--show-files", "inner"]):
        run("-n", *arguments)
        assert not ran.exists(), ran.read_text()


def test_files_that_look_like_a_repository_are_none(ran: Path, tmp_path: Path) -> None:
    """A clone brings them anywhere; git, asked in that folder, used their configuration."""
    for name in ("objects", "refs/heads", "work"):
        Path("sub", name).mkdir(parents=True)
    Path("sub/HEAD").write_text("ref: refs/heads/main\n")
    Path("sub/config").write_text(
        f'[core]\n\tbare = false\n\tworktree = work\n\tfsmonitor = "{tmp_path}/recorder; false"\n'
    )
    for name in ("sub/b.py", "sub/work/a.py", "sub/ignored.py"):
        Path(name).write_text(BAD)
    Path(".gitignore").write_text("ignored.py\n")
    git("add", "-f", "sub/ignored.py")  # which git alone knows
    assert run("-n", "--show-files", "sub").out == "sub/b.py\nsub/ignored.py\nsub/work/a.py\n"
    assert run("-n", "--since", "HEAD", "sub").status == 0
    assert not ran.exists(), ran.read_text()


def test_nothing_is_fetched(ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a partial clone lacks git would fetch, by a program that the configuration names."""
    git("config", "uploadpack.allowFilter", "true")
    commit(a=BAD + "first = 1\n")
    commit(a=BAD + "z = 1\n")
    source = Path.cwd()
    git("clone", "--filter=blob:none", source.as_uri(), str(tmp_path / "part"))
    monkeypatch.chdir(tmp_path / "part")
    git("config", "remote.origin.uploadpack", f"{tmp_path}/recorder")
    Path("a.py").write_text(BAD + "BAD = (\n")
    outcome = run("-n", "--since", "HEAD~1", ".")
    assert "this is a partial clone, and torchlint downloads nothing; `git diff" in outcome.err
    assert outcome.status == 2
    for blob in ("HEAD~1:a.py", "HEAD:a.py"):
        torchlint.files.git.run_git(os.getcwd(), "cat-file", "blob", blob)
    assert not ran.exists(), ran.read_text()


def test_no_older_version_fetches_either(ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable that they do not know."""
    monkeypatch.delitem(torchlint.files.git._ENVIRONMENT, "GIT_NO_LAZY_FETCH")
    test_nothing_is_fetched(ran, tmp_path, monkeypatch)


def test_filters_that_can_not_be_turned_off_are_refused(ran: Path, tmp_path: Path) -> None:
    git("config", "filter.a=b.clean", f"{tmp_path}/recorder")
    Path(".gitattributes").write_text("*.py filter=a=b\n")
    _touch()
    outcome = run("-n", "--since", "HEAD", ".")
    assert (outcome.status, "has filters that can't be disabled" in outcome.err) == (2, True)
    assert not ran.exists()


def test_git_is_no_program_of_the_checkout(ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that stands where the run was started, whatever of that is on PATH."""
    true_path = os.environ["PATH"]
    Path("inner/bin").mkdir(parents=True)
    git("init", "inner")
    for folder in (Path(), Path("inner"), Path("inner/bin")):
        shutil.copy(tmp_path / "recorder", folder / "git")
        shutil.copy(tmp_path / "recorder", folder / "git.exe")
    (tmp_path / "linked").symlink_to(Path.cwd())
    here = os.getcwd()
    begin = os.pathsep.join(["", ".", "inner/bin", here, f"{here}/inner/bin", str(tmp_path / "linked")])
    monkeypatch.setenv("PATH", begin + os.pathsep + true_path)
    outcome = run("-n", "--show-files", ".", "inner")
    assert not ran.exists(), ran.read_text()
    assert (outcome.status, outcome.out) == (0, "a.py\nb.py\n")
    assert run("-n", "--since", "HEAD", ".").status == 0
    assert not ran.exists()
    shutil.copy(tmp_path / "recorder", tmp_path / "git")
    monkeypatch.chdir(tmp_path)
    assert run("-n", "--show-files", "project").out == "project/a.py\nproject/b.py\n"
    assert not ran.exists()
    monkeypatch.chdir(here)
    program = torchlint.files.git._program_for(here)
    assert program is not None
    assert os.path.isabs(program)
    monkeypatch.setenv("PATH", begin)
    assert torchlint.files.git._program_for(here) is None
    assert run("-n", "--show-files").status == 0  # listed without git


@pytest.mark.parametrize("name", [".gitignore", ".git/info/exclude", "excludes"])
def test_git_has_to_answer_in_time(ran: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens whatever has these names, and waits forever where that is a FIFO."""
    monkeypatch.setitem(torchlint.files.git.__dict__, "_LITTLE_PATIENCE", 0.5)
    torchlint.files.git._patience[0] = 1.0
    if name == "excludes":
        git("config", "core.excludesFile", "excludes")
    Path(name).unlink(missing_ok=True)
    os.mkfifo(name)
    started = time.monotonic()
    outcome = run("-n", "--show-files")
    assert time.monotonic() - started < 15
    assert outcome.out == "a.py\nb.py\n"
    assert "git did not answer within 1 seconds" in outcome.err
    if name == "excludes":
        Path(".gitignore").unlink(missing_ok=True)
        git("config", "--unset", "core.excludesFile")
        git("config", "diff.orderFile", "excludes")
        torchlint.files.git._patience[0] = 10.0
        Path("a.py").write_text(BAD + "y = 1\n")
        assert run("-n", "--since", "HEAD", "a.py").status == 0  # which reads no order from a FIFO


def test_no_more_of_a_version_is_read_than_of_a_file(ran: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchlint.files.git_changes.LARGEST", 200)
    commit(a=BAD + "#" * 200)
    Path("a.py").write_text(BAD + "BAD = (")
    outcome = run("-n", "--since", "HEAD", "a.py")
    assert (outcome.status, "has a version of a file" in outcome.err) == (2, True)


def test_many_folders_in_folders_and_repositories_in_repositories_end(ran: Path) -> None:
    folder = Path.cwd()
    for _ in range(30):
        folder = folder / "r"
        folder.mkdir()
        git("init", str(folder))
        (folder / "a.py").write_text(BAD)
    limit = sys.getrecursionlimit()
    assert run("-n", "--show-files").out.count("a.py") == 31
    assert sys.getrecursionlimit() == limit
