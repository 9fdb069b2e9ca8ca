"""`--since` and `--staged`: what has changed is checked, and what was there before is not told."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from tests.command import run, told
from tests.git_trees import commit, git, write
from tests.notebook_texts import notebook
from tests.toy_pack import write_pack

OLD = "import torch\n\ndef train():\n    x = BAD\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with an old file, and a pack that finds what is bad."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "torchlint.toml").write_text('packs = ["../pack"]\n')
    write_pack(tmp_path / "pack")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert run("--trust").status == 0
    git("init")
    commit(old=OLD, other=OLD)
    return folder


def since(*arguments: str) -> list[str]:
    return told("--since", *arguments)


def test_nothing_has_changed() -> None:
    ran = run("--since", "main")
    assert (ran.status, ran.out, ran.err) == (0, "", "info: nothing has changed since main\n")
    assert since("main") == []


def test_what_is_new_in_what_has_changed() -> None:
    git("checkout", "-b", "work")
    write(old="import torch\nprint(1)\n\ndef train():\n    x  =  BAD\n    y = BAD\n    z = DULL\n")
    assert since("main") == ["old.py:6:9 bad-name", "old.py:7:9 dull-name"]
    ran = run("--since", "main")
    assert (ran.status, "1 existing finding hidden." in ran.out) == (1, True)
    git("commit", "--all", "-m", "work")
    assert since("main") == ["old.py:6:9 bad-name", "old.py:7:9 dull-name"]
    assert since("HEAD") == []
    assert run("--new-from-rev", "main").status == 1


def test_new_files_are_new_code_whether_git_knows_them_or_not() -> None:
    write(untracked=OLD, added=OLD)
    git("add", "added.py")
    assert since("main") == ["added.py:4:9 bad-name", "untracked.py:4:9 bad-name"]
    assert since("main", "added.py", "old.py") == ["added.py:4:9 bad-name"]


def test_what_the_other_side_has_done_is_not_new_here() -> None:
    git("checkout", "-b", "work")
    commit(mine=OLD)
    git("checkout", "main")
    commit(old="import torch\n", theirs=OLD)
    git("checkout", "work")
    assert since("main") == ["mine.py:4:9 bad-name"]


def test_renames_are_followed() -> None:
    git("config", "diff.renames", "false")
    git("config", "diff.relative", "true")
    git("mv", "old.py", "new.py")
    assert since("main") == []
    Path("new.py").write_text(OLD + "    BAD\n")
    assert since("main") == ["new.py:5:5 bad-name"]
    assert since("main", "new.py") == ["new.py:5:5 bad-name"]


def test_a_file_that_git_has_been_told_to_forget() -> None:
    git("rm", "--cached", "old.py")
    Path("old.py").write_text(OLD + "    RISKY\n")
    assert since("main") == ["old.py:5:5 risky-name"]


def test_what_was_suspected_or_silenced_before_is_new() -> None:
    commit(old="import torch\nBAD  # torchlint: ignore[bad-name] -- why\nDOUBTFUL\n")
    write(old="import torch\nBAD\nDOUBTFUL\n")
    assert since("main") == ["old.py:2:1 bad-name"]
    assert since("main", "--suspected") == ["old.py:2:1 bad-name"]
    assert since("main", "--ignore-suppressions") == []


def test_a_file_that_could_not_be_read_before() -> None:
    commit(old="import torch\nBAD (\n")
    write(old="import torch\nBAD ((\n")
    assert [line.split()[1] for line in since("main")] == ["syntax-error"], "that a file is broken is never old"
    write(old="import torch\nBAD\n")
    assert since("main") == ["old.py:2:1 bad-name"]


# The model's softmax is in another file than the loss that does not want it.
NET = "from torch import nn\n\ndef net():\n    return nn.Sequential(nn.Linear(4, 2){})\n"
TRAIN = (
    "import torch\nfrom {} import net\nmodel = net()\nx, y = torch.randn(8, 4), torch.zeros(8).long()\n{}"
    "torch.nn.functional.cross_entropy(model(x), y).backward()\n"
)
SOFTMAX = ("--isolated", "--select", "softmax-before-cross-entropy")


def test_the_files_around_are_as_they_were() -> None:
    """An edit elsewhere that makes an edited file wrong is new, and was not there all the time."""
    commit(net=NET.format(""), train=TRAIN.format("net", ""))
    write(net=NET.format(", nn.Softmax(dim=1)"), train=TRAIN.format("net", "print(x)\n"))
    assert since("main", *SOFTMAX) == ["train.py:6:1 softmax-before-cross-entropy"]
    git("commit", "--all", "-m", "wrong")
    write(train=TRAIN.format("net", "print(y)\n"))
    assert since("main", *SOFTMAX) == []


def test_files_that_are_gone_were_there() -> None:
    commit(lib__net=NET.format(", nn.Softmax(dim=1)"), train=TRAIN.format("lib.net", ""))
    git("mv", "lib", "own")
    write(train=TRAIN.format("own.net", ""))
    assert since("main", *SOFTMAX) == []


def test_folders_that_are_gone_were_there() -> None:
    train = TRAIN.replace("import net\n", "import net as it\n").replace("= net()", "= it.net()")
    commit(lib__net=NET.format(", nn.Softmax(dim=1)"), train=train.format("lib", ""))
    git("mv", "lib", "own")
    write(train=train.format("own", ""))
    assert told("train.py", *SOFTMAX) == ["train.py:5:1 softmax-before-cross-entropy"]
    assert since("main", *SOFTMAX) == []


def test_callers_that_are_gone_were_there() -> None:
    score = "import torch\n\ndef score(model, x):\n    model.eval()\n    return [model(row).argmax(1) for row in x]\n"
    ask = (
        "import torch\nfrom score import score\n\nmodel = torch.nn.Linear(4, 2)\nwith torch.no_grad():\n    score({})\n"
    )
    commit(score=score, ask=ask.format("model, torch.randn(8, 4)"))
    git("rm", "ask.py")
    write(score=score + "# edited\n")
    assert since("main", "--isolated") == ["score.py:5:13 eval-without-no-grad"]


def test_only_what_is_new_is_fixed() -> None:
    write(old=OLD + "    y = BAD\n")
    assert run("--since", "main", "--fix").status == 0
    assert Path("old.py").read_text() == OLD + "    y = good\n"
    assert Path("other.py").read_text() == OLD


def test_notebooks() -> None:
    Path("a.ipynb").write_bytes(notebook("import torch", "BAD"))
    commit()
    Path("a.ipynb").write_bytes(notebook("import torch", "x = 1", "BAD", "BAD"))
    assert since("main") == ["a.ipynb:1:1 bad-name"]


def test_baselines_and_history_go_together() -> None:
    write(old=OLD + "    y = DULL\n")
    run("--write-baseline", "old.py")
    write(old=OLD + "    y = DULL\n    RISKY\n")
    assert since("main", "--baseline", ".torchlint-baseline.json") == ["old.py:6:5 risky-name"]


def test_each_repository_has_its_own_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    git("init")
    commit(inner=OLD)
    monkeypatch.chdir(tmp_path / "project")
    git("submodule", "add", str(tmp_path / "below"), "sub")
    git("commit", "-m", "sub")
    (tmp_path / "project" / "sub" / "inner.py").write_text(OLD + "    DULL\n")
    assert since("HEAD") == ["inner.py:5:5 dull-name"]


def test_what_is_listed() -> None:
    write(untracked=OLD)
    assert run("--since", "main", "--show-files").out == "untracked.py\n"


@pytest.mark.parametrize("revision", ["nowhere", "", "--all", "main:old.py", "HEAD~9"])
def test_no_such_revision(revision: str) -> None:
    ran = run(f"--since={revision}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: --since: '{revision}' is not a commit in ")


def test_no_commit_in_common() -> None:
    git("checkout", "--orphan", "alone")
    commit(alone=OLD)
    assert run("--since", "main").err == "error: --since: 'main' and HEAD have no commit in common\n"


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    write(a=OLD)
    for option in (["--since", "main"], ["--staged"]):
        ran = run(*option)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"error: {option[0]}: ")
        assert ran.err.endswith("plain is not in a git repository\n")


def test_no_commit_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fresh").mkdir()
    monkeypatch.chdir(tmp_path / "fresh")
    git("init")
    write(a=OLD)
    git("add", ".")
    assert "'main' is not a commit in " in run("--since", "main").err
    assert told("--staged", "--config", 'packs = ["../pack"]') == ["a.py:4:9 bad-name"]


def test_a_shallow_clone_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git("checkout", "-b", "work")
    commit(mine=OLD)
    git("clone", "--depth", "1", "--no-single-branch", f"file://{tmp_path / 'project'}", str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    assert run("--trust").status == 0
    for revision in ("origin/main", "HEAD~1"):
        ran = run("--since", revision)
        assert (ran.status, ran.out) == (2, "")
        assert "this clone is shallow: fetch more of its history" in ran.err
    git("fetch", "--unshallow")
    assert since("origin/main") == ["mine.py:4:9 bad-name"]


def test_git_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert run("--since", "main").err == "error: --since: git is not installed\n"


def test_what_git_complains_about_is_told() -> None:
    Path(".git/config").write_text("[core\n")
    ran = run("--since", "main")
    assert (ran.status, ran.err[:30]) == (2, "error: --since: fatal: bad con")


# What is staged


def test_the_index_is_checked_and_not_the_disk() -> None:
    write(old=OLD + "    DULL\n", other="import torch\nNEW\n")
    git("add", "old.py")
    write(old="import torch\n", untracked=OLD)
    assert told("--staged") == ["old.py:4:9 bad-name", "old.py:5:5 dull-name"]
    assert told("--staged", "--since", "HEAD") == ["old.py:5:5 dull-name"]
    assert told("--staged", "other.py") == []
    assert run("--staged", "other.py").err == "info: nothing is staged\n"
    assert Path("old.py").read_text() == "import torch\n"


def test_what_is_staged_and_not_on_the_disk() -> None:
    write(lib__new=OLD, lib__skip=OLD)
    Path("lib/page.txt").write_text("BAD torch")
    git("add", ".")
    for path in Path("lib").iterdir():
        path.unlink()
    arguments = ("--staged", "--extend-exclude", "skip.py")
    assert told(*arguments) == ["new.py:4:9 bad-name"]
    assert told(*arguments, "lib") == ["new.py:4:9 bad-name"]


def test_a_baseline_knows_what_is_staged_and_not_on_the_disk() -> None:
    write(new=OLD)
    run("--write-baseline", "new.py")
    git("add", ".")
    Path("new.py").unlink()
    ran = run("--staged", "--baseline", ".torchlint-baseline.json", "--output-format", "json")
    assert (ran.told, ran.err) == ([], "1 existing finding hidden.\n".join(["All checks passed!\n", ""]))


def test_what_is_staged_to_go() -> None:
    git("rm", "old.py")
    git("mv", "other.py", "moved.py")
    assert told("--staged") == ["moved.py:4:9 bad-name"]
    assert told("--staged", "--since", "HEAD") == []


def test_the_files_around_are_as_staged() -> None:
    write(net=NET.format(", nn.Softmax(dim=1)"), train=TRAIN.format("net", ""))
    git("add", ".")
    write(net=NET.format(""))
    assert told("--staged", *SOFTMAX) == ["train.py:5:1 softmax-before-cross-entropy"]
    assert told(*SOFTMAX) == []
    Path("net.py").unlink()
    assert told("--staged", *SOFTMAX) == ["train.py:5:1 softmax-before-cross-entropy"]


def test_a_conflict_is_told() -> None:
    git("checkout", "-b", "work")
    commit(old=OLD + "    DULL\n")
    git("checkout", "main")
    commit(old=OLD + "    RISKY\n")
    with pytest.raises(Exception, match="merge"):
        git("merge", "work")
    assert run("--staged").err == "error: --staged: old.py has conflicts: resolve and add it first\n"


def test_links_are_no_code() -> None:
    Path("link.py").symlink_to("old.py")
    git("add", ".")
    assert told("--staged") == []


@pytest.mark.parametrize("how", [["old.py"], ["--all"], []])
def test_a_hook_sees_what_is_about_to_be_committed(here: Path, how: list[str]) -> None:
    """Git gives the hook another index where only some files are committed."""
    root = Path(__file__).parent.parent.parent
    hook = here / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        f"#!/bin/sh\nPYTHONPATH='{root}' exec '{sys.executable}' -m torchlint --staged --output-format concise\n"
    )
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    write(old=OLD + "    DULL\n")
    write(other="import torch\nRISKY\n")
    if not how:
        git("add", "other.py")
    with pytest.raises(Exception, match="git") as failed:
        git("commit", *how, "-m", "try")
    said = str(getattr(failed.value, "stdout", "")) + str(getattr(failed.value, "stderr", ""))
    assert ("old.py" in said, "other.py" in said) == (how != [], how != ["old.py"])
    assert os.environ.get("GIT_INDEX_FILE") is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--staged", "--fix"],
        ["--staged", "--verify", "--", "true"],
        ["--staged", "--write-baseline"],
        ["--since", "main", "--prune-baseline"],
        ["--since", "main", "-"],
        ["--staged", "--stdin-filename", "a.py"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ")
