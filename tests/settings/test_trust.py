"""No code of a checked tree runs: packs wait until their folder is trusted, and nothing is imported from the tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Ran, run, told
from tests.editor import Editor
from tests.git_trees import commit, git

ROOT = Path(__file__).parent.parent.parent
RULE = """
from pathlib import Path

from torchlint import File, Findings, finding, rule

Path({ran!r}).touch()


@rule(group="memory", severity="error")
def check(file: File) -> Findings:
    \"\"\"Zeros are bad.\"\"\"
    yield from (finding(call, "zeros") for call in file.calls("torch.zeros"))
"""
CODE = "import torch\n\nx = torch.zeros(2)\n"
FOUND = ["train.py:3:5 no-zeros"]
SAID = "warning: did not load the packs of "


@pytest.fixture(autouse=True)
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cloned repository with a pack of its own, and no influence from outside."""
    for name, folder in (("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config"), ("HOME", "home")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    place = tmp_path / "above" / "tree"
    with_pack(place)
    monkeypatch.chdir(place)
    git("init")
    commit(train=CODE)
    return place


def with_pack(folder: Path, settings: str = 'packs = ["lint"]\n') -> None:
    """Put a file and a configuration with a pack into a folder; loading the pack leaves a trace."""
    (folder / "lint" / "no_zeros").mkdir(parents=True)
    (folder / "lint" / "no_zeros" / "rule.py").write_text(RULE.format(ran=str(trace(folder))))
    (folder / "lint" / "no_zeros" / "README.md").write_text("# no-zeros\n\nZeros are bad.\n")
    (folder / "torchlint.toml").write_text(f"{settings}exclude = ['lint']\n")
    (folder / "train.py").write_text(CODE)


def trace(folder: Path) -> Path:
    return folder / "RAN"


def loaded(folder: Path) -> bool:
    """Whether the pack of a folder was loaded since this was asked before."""
    was = trace(folder).exists()
    trace(folder).unlink(missing_ok=True)
    return was


WAYS = (
    (),
    ("--quiet",),
    ("--output-format", "sarif"),
    ("-j2", "."),
    ("--fix",),
    ("--diff",),
    ("--since", "HEAD"),
    ("--staged",),
    ("-",),
    ("--stdin-filename", "lint/new.py"),
    ("--add-ignore", "--diff"),
    ("--write-baseline",),
    ("--statistics",),
    ("--verify", "--", sys.executable, "-c", "pass"),
    ("--list-rules",),
    ("--explain", "all"),
    ("--explain", "no-zeros"),
    ("--show-settings",),
    ("--show-files",),
    ("--clean",),
    ("--help",),
    ("--version",),
    ("--untrust",),
    ("--new-rule", "other/some-rule"),
)


@pytest.mark.parametrize("arguments", WAYS, ids=" ".join)
def test_whatever_is_asked_no_pack_of_an_untrusted_tree_is_loaded(arguments: tuple[str, ...], tree: Path) -> None:
    Path("train.py").write_text(f"{CODE}\n")
    ran = run(*arguments, stdin=CODE)
    assert not loaded(tree)
    assert ran.status == (2 if arguments == ("--explain", "no-zeros") else 0)
    assert ran.err.count(SAID) <= 1
    assert not list(tree.rglob("__pycache__"))


def test_one_line_says_so_and_how_to_trust() -> None:
    line = f"{SAID}torchlint.toml (lint): a pack is code that runs; to trust it, run `torchlint --trust`\n"
    assert run() == Ran(0, "All checks passed!\n", line)
    assert run("--quiet") == Ran(0, "", line)
    assert run("--list-rules").err == line
    assert run("--show-settings").err == line
    os.mkdir("below")
    os.chdir("below")
    assert f"to trust it, run `torchlint --trust {Path.cwd().parent}`" in run("../train.py").err


def test_settings_show_what_is_left_out() -> None:
    assert 'packs = ["lint"]  # torchlint.toml: not trusted, so not loaded' in run("--show-settings").out.splitlines()


def test_machines_are_told_too() -> None:
    (invocation,) = json.loads(run("--output-format", "sarif").out)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "warning"
    assert notification["message"]["text"].startswith("did not load the packs of torchlint.toml")
    assert json.loads(run("--output-format", "json").out) == []


def test_a_tree_is_trusted_once_and_no_longer_than_wanted(tree: Path) -> None:
    assert run("--trust") == Ran(0, f"trusted {tree}: from now on, its configuration loads these packs: lint\n", "")
    assert not loaded(tree)
    assert told() == FOUND
    assert (run().err, loaded(tree)) == ("", True)
    assert run("--trust").status == 0
    assert Path(os.environ["XDG_STATE_HOME"], "torchlint", "trusted").read_text() == f"{tree}\n"
    os.chdir(tree.parent)
    assert told("tree") == FOUND  # wherever the command is started
    loaded(tree)
    assert run("--untrust", "tree") == Ran(0, f"no longer trusted: {tree}\n", "")
    assert run("--untrust", "tree") == Ran(0, "was not trusted: tree\n", "")
    assert run("tree").err.startswith(SAID)
    assert not loaded(tree)


def test_where_nobody_answers_a_run_is_trusted(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("--trust-packs") == FOUND
    loaded(tree)
    assert told() == []
    monkeypatch.setenv("TORCHLINT_TRUST_PACKS", "0")
    assert told() == []
    assert not loaded(tree)
    monkeypatch.setenv("TORCHLINT_TRUST_PACKS", "1")
    assert told() == FOUND
    assert told("-j2", "train.py") == FOUND
    os.mkdir("below")
    os.chdir("below")
    assert told("..") == FOUND
    assert json.loads(run("-", "--stdin-filename", "no/such/folder/a.py", "--output-format", "json", stdin=CODE).out)


@pytest.mark.parametrize("once", [False, True])
def test_vendored_code_brings_no_packs_along(tree: Path, once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    vendored = tree / "third_party" / "it"
    with_pack(vendored)
    if once:
        monkeypatch.setenv("TORCHLINT_TRUST_PACKS", "1")
    else:
        run("--trust")
    ran = run("--output-format", "concise")
    assert "train.py:3:5: error[no-zeros]" in ran.out
    assert loaded(tree)
    assert not loaded(vendored)
    assert ran.err.startswith(f"{SAID}third_party/it/torchlint.toml (lint): ")
    assert f"`torchlint --trust {vendored}`" in ran.err


def test_nor_does_a_vendored_folder_in_which_the_command_is_started(tree: Path) -> None:
    run("--trust")
    vendored = tree / "third_party" / "it"
    with_pack(vendored)
    os.chdir(vendored)
    assert run().err.startswith(SAID)
    assert not loaded(vendored)


@pytest.mark.parametrize("arguments", [(), ("--trust-packs",), ("--trust-packs", "--list-rules")])
def test_what_lies_above_the_repository_names_no_packs(arguments: tuple[str, ...], tree: Path) -> None:
    (tree / "torchlint.toml").unlink()
    with_pack(tree.parent)
    assert run(*arguments).err.startswith(f"{SAID}{tree.parent / 'torchlint.toml'} (lint): ")
    assert not loaded(tree.parent)
    ran = run("--trust")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: --trust: . is configured outside its repository")


def test_without_a_repository_only_the_working_directory_is_trusted_for_once(tmp_path: Path) -> None:
    with_pack(tmp_path / "shared")
    (tmp_path / "shared" / "mine").mkdir()
    (tmp_path / "shared" / "mine" / "train.py").write_text(CODE)
    os.chdir(tmp_path / "shared" / "mine")
    assert told("--trust-packs") == []
    assert not loaded(tmp_path / "shared")


def test_files_that_extend_others(tree: Path) -> None:
    """The file that names the packs has to be trusted, whichever other one leads to it."""
    vendored = tree / "third_party" / "it"
    with_pack(vendored)
    (tree / "torchlint.toml").write_text('extend = "third_party/it/torchlint.toml"\n')
    assert run().err.startswith(f"{SAID}third_party/it/torchlint.toml (lint): ")
    assert not loaded(vendored)
    (tree / "torchlint.toml").write_text('packs = ["lint"]\n')
    run("--trust")
    (tree / "torchlint.toml").write_text('extend = "third_party/it/torchlint.toml"\npacks = ["lint"]\n')
    assert "third_party/it" in run("train.py").err  # it was not so when it was trusted
    assert (loaded(tree), loaded(vendored)) == (True, False)
    (vendored / "torchlint.toml").write_text('extend = "../../torchlint.toml"\n')
    (tree / "torchlint.toml").write_text('packs = ["lint"]\n')
    assert told("third_party/it/train.py") == FOUND  # what is trusted may be extended by anybody
    assert (loaded(tree), loaded(vendored)) == (True, False)


def test_trusting_a_configuration_trusts_what_it_extends(tree: Path) -> None:
    with_pack(tree / "shared")
    (tree / "torchlint.toml").write_text('extend = "shared/torchlint.toml"\n')
    assert told("--trust-packs", "train.py") == FOUND
    assert loaded(tree / "shared")
    assert run("--trust").out == f"trusted {tree / 'shared'}: from now on, its configuration loads these packs: lint\n"
    assert told("train.py") == FOUND
    run("--untrust")
    assert told("train.py") == []


def test_what_is_named_on_the_command_line_is_trusted(tree: Path) -> None:
    assert told("--config", "torchlint.toml") == FOUND
    assert told("--isolated", "--config", 'packs = ["lint"]', "train.py") == FOUND
    loaded(tree)
    assert run("--test-rules", "lint").status == 1
    assert loaded(tree)
    assert not list(tree.rglob("__pycache__"))


def test_what_the_user_configures_for_all_projects_is_trusted(tree: Path, tmp_path: Path) -> None:
    (tree / "torchlint.toml").unlink()
    with_pack(tmp_path / "config" / "torchlint", 'packs = ["lint"]\n')
    assert told("train.py") == FOUND
    # Not what lies under the same name in the working directory.
    assert loaded(tmp_path / "config" / "torchlint")
    assert not loaded(tree)


@pytest.mark.parametrize("name", ["XDG_CONFIG_HOME", "HOME"])
def test_what_is_in_the_checkout_is_not_the_users(tree: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some build machines the home is the checkout."""
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv(name, str(tree / "home"))
    (tree / "torchlint.toml").unlink()
    folder = tree / "home" / ("torchlint" if name == "XDG_CONFIG_HOME" else ".config/torchlint")
    with_pack(folder)
    assert run("train.py").err.startswith(f"{SAID}{folder.relative_to(tree)}/torchlint.toml (")
    assert not loaded(folder)


def test_a_record_in_the_checkout_trusts_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "state" / "torchlint").mkdir(parents=True)
    (tree / "state" / "torchlint" / "trusted").write_text(f"{tree}\n")
    (tree.parent / "linked").symlink_to(tree / "state")
    for place in (tree / "state", tree.parent / "linked"):
        monkeypatch.setenv("XDG_STATE_HOME", str(place))
        assert run().err.startswith(SAID)
        assert not loaded(tree)
        assert run("--trust").err.startswith("error: --trust: ")
    vendored = tree / "third_party"
    with_pack(vendored)
    (vendored / ".git").mkdir()
    (tree / "state" / "torchlint" / "trusted").write_text(f"{vendored}\n")
    assert run("third_party").err.startswith(SAID)
    assert not loaded(vendored)


def test_a_record_that_somebody_else_may_have_written_trusts_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("--trust")
    record = Path(os.environ["XDG_STATE_HOME"], "torchlint", "trusted")
    assert record.stat().st_mode & 0o777 == 0o600
    record.chmod(0o666)
    assert run().err.startswith(SAID)
    record.chmod(0o600)
    monkeypatch.setattr("os.geteuid", lambda: record.stat().st_uid + 1)
    assert run().err.startswith(SAID)
    assert not loaded(tree)
    monkeypatch.setattr("torchlint.settings.trust.recorded_folders", lambda record: frozenset())
    assert "belongs to another user" in run("--trust").err


def test_places_are_told_apart_by_where_they_really_are(tree: Path, tmp_path: Path) -> None:
    run("--trust")
    (tmp_path / "linked").symlink_to(tree)
    assert told(str(tmp_path / "linked")) == FOUND
    loaded(tree)
    os.rename(tree, tmp_path / "moved")
    os.chdir(tmp_path / "moved")
    assert run().err.startswith(SAID)
    assert not loaded(tree)


def test_a_link_to_a_trusted_folder_leads_to_what_is_trusted(tree: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "project"
    with_pack(mine, 'packs = ["../lint"]\n')
    os.rename(mine / "lint", tmp_path / "mine" / "lint")
    run("--trust", str(mine))
    (tree / "linked").symlink_to(mine)
    (tree / "torchlint.toml").write_text('extend = "linked/torchlint.toml"\n')
    assert told("linked/train.py", "train.py") == [FOUND[0], FOUND[0]]
    assert (loaded(mine), loaded(tree)) == (True, False)  # and not the pack beside the link


def test_a_path_can_not_smuggle_in_another_one(tree: Path, tmp_path: Path) -> None:
    place = tmp_path / "a\n" / str(tree).lstrip("/")
    with_pack(place)
    assert "line break" in run("--trust", str(place)).err
    assert run().err.startswith(SAID)


def test_there_may_be_nothing_to_trust(tmp_path: Path) -> None:
    os.chdir(tmp_path)
    said = "no configuration file for . names packs, so there is nothing to trust\n"
    assert run("--trust") == Ran(0, said, "")
    Path("torchlint.toml").write_text("packs = []\n")
    assert run("--trust") == Ran(0, said, "")
    assert run("--list-rules").err == ""
    assert run("--trust", "--untrust").status == 2


def test_names_of_rules_that_are_not_loaded(tree: Path) -> None:
    (tree / "torchlint.toml").write_text('packs = ["lint"]\nselect = ["no-zeros"]\nexclude = ["lint"]\n')
    (tree / "train.py").write_text(CODE.replace("(2)", "(2)  # torchlint: ignore[no-zeros] -- wanted"))
    assert run("--select", "ALL") == Ran(0, "All checks passed!\n", run().err)
    ran = run("--select", "no-zeros")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: --select: unknown rule 'no-zeros'; did not load the packs of torchlint.toml")
    run("--trust")
    (tree / "torchlint.toml").write_text('packs = ["lint"]\nselect = ["no-zeroes"]\nexclude = ["lint"]\n')
    assert "unknown rule 'no-zeroes' (did you mean 'no-zeros'?)" in run().err


def test_what_was_found_before_does_not_hide_what_is_trusted_now(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    assert told() == []
    run("--trust")
    assert told() == FOUND
    run("--untrust")
    assert told() == []


def test_what_was_found_before_is_of_a_file_with_the_same_trust(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    (tree / "below").mkdir()
    (tree / "below" / "torchlint.toml").write_text('packs = ["../lint"]\n')
    (tree / "below" / "other.py").write_text(CODE)
    run("--trust")
    assert told() == FOUND
    run("--trust", "below")
    assert told() == ["other.py:3:5 no-zeros", *FOUND]


def test_an_editor_is_told_once(tree: Path) -> None:
    uri = (tree / "train.py").as_uri()
    with Editor(tree) as editor:
        editor.open(uri, CODE)
        assert editor.rules(uri) == []
        editor.open((tree / "other.py").as_uri(), CODE)
        assert editor.rules((tree / "other.py").as_uri()) == []
        (message,) = editor.messages
    assert message.startswith("torchlint: did not load the packs of torchlint.toml (lint): ")
    assert message.endswith("to trust it, run `torchlint --trust` and restart the server")
    assert not loaded(tree)
    with Editor(tree, "--trust-packs") as editor:
        editor.open(uri, CODE)
        assert editor.rules(uri) == ["no-zeros"]
        assert editor.messages == []


# What torchlint and its dependencies import, at once or later.
IMPORTED = (
    "argparse ast click concurrent copy dataclasses difflib enum fnmatch inspect json lsprotocol pathspec pathlib "
    "platform pygls random re shlex sqlite3 string subprocess tempfile textwrap tokenize tomllib tomli typing uuid yaml"
).split()


@pytest.mark.parametrize("arguments", [("-n", "."), ("--lsp",), ("--list-rules",)], ids=" ".join)
def test_nothing_is_imported_from_the_working_directory(arguments: tuple[str, ...], tree: Path) -> None:
    for name in IMPORTED:
        Path(f"{name}.py").write_text(f"open({str(trace(tree))!r}, 'a').write('{name} ')\n")
    Path("rules", "evil").mkdir(parents=True)
    Path("rules", "evil", "rule.py").write_text(f"open({str(trace(tree))!r}, 'a').write('rules ')\n")
    done = subprocess.run(
        [sys.executable, "-m", "torchlint", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, loaded(tree)) == (0, False), done.stderr


def test_a_checkout_of_torchlint_and_other_programs_stay_as_they_are(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "torchlint", "--version"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "__init__.py").write_text("import torchlint\n")
    (tmp_path / "theirs" / "__main__.py").write_text("import beside\n")
    (tmp_path / "beside.py").write_text("")
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-m", "theirs", "torchlint"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
