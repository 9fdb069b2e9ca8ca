"""Baselines: what is accepted stays hidden, what is new is told, and what is repaired leaves the file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import run, told
from tests.rule_folders import ROOT
from tests.toy_pack import write_pack

OLD = "import torch\n\ndef train():\n    x = BAD\n    y = DULL\n"
BASELINE = ".torchlint-baseline.json"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an old file, a baseline that its settings name, and a pack that finds what is bad."""
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "old.py").write_text(OLD)
    (folder / "torchlint.toml").write_text(f'packs = ["../pack"]\nbaseline = "{BASELINE}"\n')
    write_pack(tmp_path / "pack")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert run("--trust").status == 0
    return folder


def entries(path: str = BASELINE) -> list[str]:
    """Path, scope, rule and code of what is in a baseline."""
    values = json.loads(Path(path).read_text())["findings"]
    return [f"{e['path']} {e['scope']}: {e['rule']} {e['code']}" for e in values if e]


def test_what_is_accepted_is_hidden_from_then_on() -> None:
    ran = run("--write-baseline")
    assert (ran.status, ran.out) == (0, "All checks passed!\n2 existing findings hidden.\n")
    assert ran.err == f"info: Wrote 2 findings to {BASELINE} (2 new).\n"
    assert entries() == ["src/old.py train: bad-name BAD", "src/old.py train: dull-name DULL"]
    assert (run().status, told()) == (0, [])
    assert told("--no-baseline") == ["old.py:4:9 bad-name", "old.py:5:9 dull-name"]


def test_a_line_is_one_finding_without_places_and_all_end_alike() -> None:
    run("--write-baseline")
    first, *lines, last = Path(BASELINE).read_text().splitlines()
    assert (first, last) == ('{"version": 1, "findings": [', "null]}")
    assert [sorted(json.loads(line.removesuffix(","))) for line in lines] == [
        ["added", "code", "fingerprint", "path", "rule", "scope"]
    ] * 2
    assert all(line.endswith("},") for line in lines)
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    "text",
    [
        "import os\nimport torch\n\n\nclass A: ...\n\n\ndef train():\n    z = 1\n    x = BAD\n    y = DULL\n",
        "import torch\n\ndef train():\n    x = (\n        BAD\n    )\n    y = [DULL]\n",
        "import torch\r\n\r\ndef train():\r\n\tif x:\r\n\t\tx = BAD  # why\r\n\ty = DULL",
        "import torch\n\ndef other(): pass\n\ndef train():\n    y = DULL\n    x = BAD\n",
    ],
)
def test_moves_and_reformatting_change_nothing(text: str) -> None:
    run("--write-baseline")
    before = Path(BASELINE).read_bytes()
    Path("src/old.py").write_bytes(text.encode())
    assert (told(), run().err) == ([], "")
    assert run("--write-baseline").status == 0
    assert Path(BASELINE).read_bytes() == before


@pytest.mark.parametrize("width", [30, 50])
def test_a_formatter_makes_nothing_new(tmp_path: Path, width: int) -> None:
    many = tmp_path / "many"
    many.mkdir()
    # A formatter writes brackets around `shuffle = False,`, which is what that rule says.
    programs = [
        path for path in sorted((ROOT / "rules").glob("*/bad.py")) if path.parent.name != "trailing_comma_makes_tuple"
    ]
    for number, place in enumerate([*(ROOT / "examples").glob("*.py"), *programs[::3]]):
        shutil.copy(place, many / f"p{number}.py")
    options = (str(many), "--isolated", "--select", "ALL", "--suspected", "--no-project")
    run("--write-baseline=many.json", *options)
    assert len(entries("many.json")) > 40
    before = [path.read_bytes() for path in sorted(many.iterdir())]
    formatter = [sys.executable, "-m", "ruff", "format", "-q", "--isolated", "--line-length", str(width), str(many)]
    subprocess.run(formatter, check=True)
    assert sum(path.read_bytes() != old for path, old in zip(sorted(many.iterdir()), before)) > 10
    ran = run("--baseline", "many.json", "--output-format", "json", *options)
    assert ran.told == []
    assert ran.err.endswith(f"{len(entries('many.json'))} existing findings hidden.\n")


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (OLD + "    z = BAD\n", ["old.py:6:9 bad-name"]),  # an equal one in the same scope
        (OLD + "z = BAD\n", ["old.py:6:5 bad-name"]),  # in another scope
        (OLD.replace("train", "fit"), ["old.py:4:9 bad-name", "old.py:5:9 dull-name"]),
    ],
)
def test_what_is_new_is_told(text: str, new: list[str]) -> None:
    run("--write-baseline")
    Path("src/old.py").write_text(text)
    assert told() == new
    assert run().status == 1


def test_only_the_files_that_were_asked_for_are_touched() -> None:
    Path("src/other.py").write_text("import torch\nBAD\n")
    run("--write-baseline")
    Path("src/old.py").write_text("import torch\nRISKY\n")
    Path("src/other.py").write_text("import torch\nDULL\n")
    assert run("--write-baseline", "src/old.py").status == 0
    assert entries() == ["src/old.py : risky-name RISKY", "src/other.py : bad-name BAD"]
    assert told() == ["other.py:2:1 dull-name"]


def test_a_run_of_some_rules_keeps_what_the_others_have_found() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text("import torch\n")
    assert "dull-name" not in run("--select", "bad-name").err
    run("--write-baseline", "--select", "bad-name")
    assert entries() == ["src/old.py train: dull-name DULL"]


def test_a_suspicion_that_is_hidden_again_is_still_known() -> None:
    Path("src/old.py").write_text("import torch\nDOUBTFUL\n")
    run("--write-baseline", "--suspected")
    assert run().err == ""
    run("--write-baseline")
    assert entries() == ["src/old.py : doubtful-name DOUBTFUL"]
    assert told("--suspected") == []


def test_what_is_stale_is_told_and_fails_a_strict_run() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text(OLD.replace("BAD", "good"))
    ran = run()
    assert (ran.status, ran.out.splitlines()[0]) == (0, "All checks passed!")
    assert ran.err == (
        f"warning: 1 finding in {BASELINE} is no longer found; `--prune-baseline` removes them:\n"
        "  src/old.py in train: bad-name: BAD\n"
    )
    assert run("--quiet").err == ""
    strict = ("--config", "baseline-strict = true")
    assert run(*strict).status == 1
    assert run(*strict, "--quiet").err.startswith("error: 1 finding in ")
    assert run(*strict, "--exit-zero").status == 0
    assert run(*strict, "--prune-baseline").status == 0
    assert run(*strict).status == 0


def test_pruning_only_removes() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text("import torch\n\ndef train():\n    y = DULL\n    RISKY\n")
    ran = run("--prune-baseline")
    assert (ran.status, ran.err) == (1, f"info: Wrote 1 finding to {BASELINE} (1 removed).\n")
    assert entries() == ["src/old.py train: dull-name DULL"]


def test_a_file_without_torch_keeps_nothing() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text("print(1)\n")
    assert "2 findings in " in run().err
    run("--prune-baseline")
    assert entries() == []


def test_a_file_that_cannot_be_checked_keeps_everything() -> None:
    run("--write-baseline")
    before = Path(BASELINE).read_bytes()
    Path("src/old.py").write_text("import torch\nBAD (\n")
    for arguments in ([], ["--prune-baseline"]):
        ran = run(*arguments, "--output-format", "concise")
        assert (ran.status, ran.out.count("syntax-error")) == (1, 1)
        assert Path(BASELINE).read_bytes() == before
    Path("src/old.py").write_bytes(b"import torch\nx = '\xff'\n")
    ran = run("--write-baseline", "--output-format", "concise")
    assert (ran.status, ran.out.count("unreadable-file")) == (1, 1), "that is never accepted"
    assert Path(BASELINE).read_bytes() == before


def test_a_syntax_error_can_be_accepted_until_its_line_changes() -> None:
    Path("src/old.py").write_text("import torch\nfor batch in ...  # train\n    step(batch)\n")
    ran = run("--write-baseline")
    note = "1 of them is a syntax error: that code stays unchecked."
    assert (ran.status, ran.err) == (0, f"info: Wrote 1 finding to {BASELINE} (1 new). {note}\n")
    assert entries() == ["src/old.py : syntax-error for batch in ... # train"]
    Path("src/old.py").write_text("import torch\nx = 1\nfor batch in ...  # train\n    evaluate(batch)\n")
    assert told() == []
    Path("src/old.py").write_text("import torch\nfor batch in ...  # train\nfor x in 1\n")
    assert told() == []
    Path("src/old.py").write_text("import torch\nfor x in 1\n    step(x)\n")
    assert told() == ["old.py:2:11 syntax-error"]
    Path("src/old.py").write_text("import torch\nx = 1\n")
    assert "1 finding in " in run().err


def test_the_command_tells_how_the_baseline_is_used() -> None:
    Path("torchlint.toml").write_text('packs = ["../pack"]\n')
    say = f'To use it, add baseline = "{BASELINE}" to torchlint.toml.'
    assert run("--write-baseline").err == f"info: Wrote 2 findings to {BASELINE} (2 new). {say}\n"
    with Path("torchlint.toml").open("a") as file:
        file.write(re.findall("baseline = .*(?= to )", say)[0])
    assert (run().status, told()) == (0, [])
    assert run("--write-baseline").err == f"info: Wrote 2 findings to {BASELINE} (no changes).\n"
    Path("torchlint.toml").unlink()
    ran = run("--write-baseline=b.json", "--config", "packs = ['../pack']", "src")
    assert ran.err.endswith('(2 new). To use it, create torchlint.toml with the line baseline = "b.json".\n')


def test_what_has_moved_with_its_file_is_not_new() -> None:
    run("--write-baseline")
    Path("lib").mkdir()
    Path("src/old.py").rename("lib/new.py")
    assert (told(), run().err) == ([], "")
    Path("lib/copy.py").write_text(OLD)
    assert told() == ["new.py:4:9 bad-name", "new.py:5:9 dull-name"], "one of two is new"
    Path("lib/copy.py").unlink()
    run("--prune-baseline")
    assert entries() == ["src/old.py train: bad-name BAD", "src/old.py train: dull-name DULL"]
    run("--write-baseline")
    assert entries() == ["lib/new.py train: bad-name BAD", "lib/new.py train: dull-name DULL"]


def test_a_file_that_is_gone_is_stale_where_it_was_asked_for() -> None:
    run("--write-baseline")
    Path("src/old.py").unlink()
    Path("lib.py").write_text("import torch\n")
    assert run("lib.py").err == ""
    assert "2 findings in " in run().err
    run("--write-baseline", "lib.py")
    assert len(entries()) == 2
    run("--write-baseline", "src")
    assert entries() == []


def test_fixes_are_for_what_is_shown() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text(OLD + "    z = BAD\n")
    assert run("--fix").status == 0
    assert Path("src/old.py").read_text() == OLD + "    z = good\n"
    run("--fix", "--no-baseline")
    assert "BAD" not in Path("src/old.py").read_text()


def test_comments_and_baselines_do_not_meet() -> None:
    run("--write-baseline")
    Path("src/old.py").write_text(OLD.replace("BAD", "BAD  # torchlint: ignore[bad-name] -- why"))
    assert "src/old.py in train: bad-name: BAD" in run().err


def test_another_file_and_none() -> None:
    run("--write-baseline=accepted/here.json", "src")
    assert entries("accepted/here.json") == ["../src/old.py train: bad-name BAD", "../src/old.py train: dull-name DULL"]
    assert run("--baseline", "accepted/here.json").status == 0
    Path("torchlint.toml").write_text('packs = ["../pack"]\n')
    assert run().status == 1
    assert run("--write-baseline", "--isolated", "src").err.startswith(f"info: Wrote 0 findings to {BASELINE}")


def test_a_baseline_starts_where_the_file_that_names_it_is() -> None:
    run("--write-baseline")
    os.chdir("src")
    assert run("old.py").status == 0
    Path("torchlint.toml").write_text('extend = "../torchlint.toml"\n')
    assert run("old.py").status == 0


def test_standard_input_has_the_baseline_of_its_name() -> None:
    run("--write-baseline")
    assert told("-", "--stdin-filename", "src/old.py") == []
    read = run("-", "--stdin-filename", "src/old.py", "--output-format", "json", stdin=OLD + "    RISKY\n")
    assert read.told == ["old.py:6:5 risky-name"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such baseline; `--write-baseline` creates it"),
        ('{"version": 1,\n"findings": [}', ":2:14: the baseline is not valid JSON: "),
        (
            '{"version": 1, "findings": [\n<<<<<<< HEAD\n',
            ":2:1: this file has a merge conflict; keep the findings of both sides",
        ),
        ('{"src/a.py": {"no-undef": {"count": 1}}}', "this JSON file is not a baseline of torchlint"),
        ("[]", "this JSON file is not a baseline of torchlint"),
        ('{"version": 2, "findings": []}', "its format is 2, but this version reads format 1"),
        ('{"version": 1, "findings": [{"path": 1}]}', "an entry of the baseline lacks some of path, scope, rule"),
        ('{"version": 1, "findings": [7]}', "an entry of the baseline lacks some of path, scope, rule"),
        ("[" * 100_000, "the baseline can't be read: "),
        (b"\xff", "the baseline can't be read: 'utf-8'"),
    ],
)
@pytest.mark.parametrize("arguments", [[], ["--write-baseline"], ["--prune-baseline"]])
def test_what_is_no_baseline_stops_the_run(text: str | bytes | None, message: str, arguments: list[str]) -> None:
    if text is not None:
        Path(BASELINE).write_bytes(text if isinstance(text, bytes) else text.encode())
    elif arguments == ["--write-baseline"]:
        return  # that makes one
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {BASELINE}:")
    assert message in ran.err
    assert text is None or Path(BASELINE).exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--write-baseline", "--fix"],
        ["--write-baseline", "--diff"],
        ["--write-baseline", "--prune-baseline"],
        ["--write-baseline", "--baseline", "x.json"],
        ["--prune-baseline", "--no-baseline"],
        ["--baseline", "x.json", "--no-baseline"],
        ["--write-baseline", "-"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ")
    assert not Path(BASELINE).exists()


def test_pruning_needs_a_baseline() -> None:
    assert run("--isolated", "--prune-baseline").err.startswith("error: --prune-baseline: there is no baseline")


def test_nothing_is_written_where_something_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("--write-baseline", "src", "missing.py")
    assert ran.status == 2
    assert "error: no baseline was written" in ran.err
    assert not Path(BASELINE).exists()
    run("--write-baseline")
    before = Path(BASELINE).read_bytes()
    Path("src/old.py").write_text(OLD + "    RISKY\n")

    def fail(old: str, new: str) -> None:
        raise OSError(28, "No space left on device", new)

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fail)
        ran = run("--write-baseline")
    assert (ran.status, "No space left on device" in ran.err) == (2, True)
    assert Path(BASELINE).read_bytes() == before
    assert sorted(os.listdir()) == [BASELINE, "src", "torchlint.toml"], "no half-written file beside it"


def git(*arguments: str) -> None:
    names = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *names, *arguments], check=True, capture_output=True)


def test_git_merges_what_two_branches_have_accepted() -> None:
    """With the `union` driver even lines that were added at one place: no line differs by its comma."""
    Path(".gitattributes").write_text(f"{BASELINE} merge=union\n")
    run("--write-baseline")
    git("init")
    git("add", ".")
    git("commit", "-m", "one")
    for branch in ("then", "there"):
        git("checkout", "-b", branch, "main")
        Path(f"src/{branch}.py").write_text("import torch\nBAD\n")
        run("--write-baseline")
        git("add", ".")
        git("commit", "-m", branch)
    git("merge", "then")
    assert sorted(entries()[2:]) == ["src/then.py : bad-name BAD", "src/there.py : bad-name BAD"]
    assert (told(), run().err) == ([], "")


def test_several_processes_compare_alike() -> None:
    for number in range(6):
        Path(f"src/p{number}.py").write_text("import torch\nBAD\nDULL\n")
    run("--write-baseline", "--jobs", "3")
    by_three = Path(BASELINE).read_bytes()
    Path(BASELINE).unlink()
    run("--write-baseline", "--jobs", "1")
    assert Path(BASELINE).read_bytes() == by_three
    assert len(entries()) == 14
    Path("src/p1.py").write_text("import torch\nBAD\nRISKY\n")
    Path("src/p2.py").rename("src/q2.py")
    Path("src/p3.py").write_text("import torch\nBAD # torchlint: ignore[bad-name] -- why\nBAD\n")
    ran = [run("--jobs", jobs, "--output-format", "concise", "--unfixable", "ALL") for jobs in ("1", "3")]
    assert ran[0] == ran[1]
    assert "src/p1.py:3:1: warning[risky-name]" in ran[0].out
    assert "11 existing findings hidden" in ran[0].out
    assert ran[0].err.startswith("warning: 3 findings in")
    assert run("--jobs", "3", "--add-ignore").status == 0
    assert Path("src/p0.py").read_text() == "import torch\nBAD\nDULL\n"


def test_a_name_that_is_not_unicode(here: Path) -> None:
    name = os.fsdecode(b"src/\xff\xe9.py")
    Path(name).write_text("import torch\nBAD = '\u00fc'\n", encoding="utf-8")
    run("--write-baseline")
    assert (told(), run().err) == ([], "")


@pytest.mark.parametrize("option", ["--write-baseline", "--prune-baseline"])
def test_a_configuration_chooses_no_file_outside_of_its_project(option: str, tmp_path: Path) -> None:
    Path("torchlint.toml").unlink(missing_ok=True)
    outside = tmp_path / "elsewhere" / "accepted.json"
    outside.parent.mkdir()
    assert run(f"--write-baseline={outside}").status == 0  # named by the user
    written = outside.read_bytes()
    Path("src/old.py").write_text("import torch\n")
    Path("torchlint.toml").write_text(f'baseline = "{outside}"\n')
    ran = run(option)
    assert ran.status == 2
    assert f"{outside}: not written, because it is outside the project; name it on the command line" in ran.err
    assert outside.read_bytes() == written
