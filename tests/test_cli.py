"""The command line: what it prints, to which stream, and how it exits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import Ran, run, runner, told
from tests.notebook_texts import cell, notebook
from tests.three_files import NET, SCORE, run_of
from tests.toy_pack import write_pack
from torchlint.cli import main
from torchlint.report import FORMATS
from torchlint.version import __version__

ROOT = Path(__file__).parent.parent
BAD = "import torch\nx = BAD + RISKY\ny = DULL\nz = DOUBTFUL\nnew = NEW, QUIET\n"
CLEAN = "import torch\nx = 1\n"
PASSING = "info does not fail a run without `--fail-on info`"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a bad and a clean file, a pack that finds what is bad, and no influence from outside."""
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "bad.py").write_text(BAD)
    (folder / "src" / "clean.py").write_text(CLEAN)
    (folder / "torchlint.toml").write_text('packs = ["../pack"]\n')
    write_pack(tmp_path / "pack")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TORCHLINT_OUTPUT_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    assert run("--trust").status == 0
    return folder


def write(path: str, text: str | bytes) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(text.encode() if isinstance(text, str) else text)
    return Path(path)


SEVERITIES_TRIED = [
    ("[severity]\nbad-name = 'info'\nrisky-name = 'info'\n", (), 0, "info info info"),
    ("[severity]\nmemory = 'info'\nrisky-name = 'error'\n", (), 1, "info error info"),
    ("[severity]\nALL = 'error'\nspeed = 'warning'\n", (), 1, "error error warning"),
    (
        "[severity]\nbad-name = 'info'\n",
        ("--severity", "memory,speed:warning", "--fail-on", "error"),
        0,
        "info warning warning",
    ),
    ("[severity]\nbad-name = 'info'\n", ("--config", "severity.bad-name = 'warning'"), 1, "warning warning info"),
]


@pytest.mark.parametrize(("table", "options", "status", "severities"), SEVERITIES_TRIED)
def test_the_severity_of_a_rule_is_a_setting(
    table: str, options: tuple[str, ...], status: int, severities: str
) -> None:
    run()  # what is cached now was found under other settings
    with Path("torchlint.toml").open("a") as file:
        file.write(table)
    for _ in range(2):
        ran = run("--output-format", "json", *options)
        assert (ran.status, " ".join(record["severity"] for record in json.loads(ran.out))) == (status, severities)
    (sarif,) = json.loads(run("--output-format", "sarif", *options).out)["runs"]
    levels = {"note": "info"}
    assert [levels.get(one["level"], one["level"]) for one in sarif["results"]] == severities.split()
    assert "severity = {" in run("--show-settings").out
    listed = {
        one["name"]: one["severity"] for one in json.loads(run("--list-rules", "--output-format=json", *options).out)
    }
    assert [listed[one["ruleId"]] for one in sarif["results"]] == severities.split()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("bad-nmae = 'info'", "3:1: unknown rule 'bad-nmae' (did you mean 'bad-name'?)"),
        (
            "bad-name = 'eror'",
            "3:1: 'bad-name' in 'severity' must be one of error, warning, info (did you mean 'error'?)",
        ),
        (
            "bad-name = 'off'",
            "3:1: 'bad-name' in 'severity' must be one of error, warning, info; to turn a rule off, add it to 'ignore'",
        ),
    ],
)
def test_a_severity_that_is_none_is_refused(table: str, message: str) -> None:
    with Path("torchlint.toml").open("a") as file:
        file.write(f"[severity]\n{table}\n")
    assert run() == Ran(2, "", f"error: torchlint.toml:{message}\n")


def test_findings_in_full() -> None:
    ran = run()
    assert ran == Ran(
        1,
        """\
error[bad-name] [*] `BAD` is bad; write another name
 --> src/bad.py:2:5
  |
1 | import torch
2 | x = BAD + RISKY
  |     ^^^
3 | y = DULL
4 | z = DOUBTFUL
  |
  = help: Write good
  = more: torchlint --explain bad-name (error, memory)

warning[risky-name] `RISKY` is bad; write another name
 --> src/bad.py:2:11
  |
1 | import torch
2 | x = BAD + RISKY
  |           ^^^^^
3 | y = DULL
4 | z = DOUBTFUL
  |
  = help: Write daring (unsafe fix, apply with `--fix --unsafe-fixes`)
  = more: torchlint --explain risky-name (warning, memory)

info[dull-name] `DULL` is bad; write another name
 --> src/bad.py:3:5
  |
1 | import torch
2 | x = BAD + RISKY
3 | y = DULL
  |     ^^^^
4 | z = DOUBTFUL
5 | new = NEW, QUIET
  |
  = more: torchlint --explain dull-name (info, speed)

Found 1 error, 1 warning and 1 info (info does not fail a run without `--fail-on info`).
[*] 1 fixable with the `--fix` option (1 hidden fix can be enabled with `--unsafe-fixes`).
1 suspected finding is hidden; `--suspected` shows it.
""",
        "",
    )


RUN = run_of("model", "score")
SOFTMAX, EVALUATED = "run.py:10:5 softmax-before-cross-entropy", "score.py:5:13 eval-without-no-grad"
ISOLATED = ("--isolated", "--select", "softmax-before-cross-entropy,eval-without-no-grad")


@pytest.fixture
def three_files() -> None:
    for name, text in (("score", SCORE), ("model", NET), ("run", RUN)):
        write(f"three/{name}.py", text)


@pytest.mark.usefixtures("three_files")
@pytest.mark.parametrize("paths", [["three"], ["three/run.py"], ["three/score.py", "three/run.py"], ["."]])
def test_other_files_are_known_whichever_are_checked(paths: list[str]) -> None:
    assert told(*ISOLATED, *paths) == [SOFTMAX]


@pytest.mark.usefixtures("three_files")
def test_each_file_by_itself() -> None:
    assert told(*ISOLATED, "--no-project", "three") == [EVALUATED]
    assert told(*ISOLATED, "--no-project", "three/run.py", "three/model.py") == []
    assert told(*ISOLATED, "three/score.py") == []


@pytest.mark.usefixtures("three_files")
def test_standard_input_belongs_to_the_project_of_its_name() -> None:
    def found(*options: str) -> list[str]:
        ran = run(*ISOLATED, "--output-format", "json", *options, "--stdin-filename", "three/run.py", "-", stdin=RUN)
        return ran.told

    assert found() == [SOFTMAX]
    assert found("--no-project") == []


@pytest.mark.usefixtures("three_files")
def test_a_notebook_knows_the_files_beside_it() -> None:
    Path("three/run.ipynb").write_bytes(notebook(*RUN.split("\n\n")))
    place = "run.ipynb:5:5 softmax-before-cross-entropy"
    assert told(*ISOLATED, "three/run.ipynb") == [place]
    assert told(*ISOLATED, "--no-project", "three/run.ipynb") == []


@pytest.mark.usefixtures("three_files")
def test_fixes_follow_what_other_files_say() -> None:
    options = (*ISOLATED, "--fix", "--unsafe-fixes")
    assert run(*options, "three").status == 1  # the softmax has no fix there
    assert Path("three/score.py").read_text() == SCORE
    run(*options, "--no-project", "three")
    assert "@torch.no_grad()\ndef score" in Path("three/score.py").read_text()


def test_a_clean_run() -> None:
    assert run("src/clean.py") == Ran(0, "All checks passed!\n", "")
    assert run("src/clean.py", "-q") == Ran(0, "", "")


def test_quiet_prints_findings_only() -> None:
    ran = run("-q", "--output-format", "concise")
    assert (ran.status, len(ran.out.splitlines()), ran.err) == (1, 3, "")


def test_verbose_tells_what_held() -> None:
    ran = run("-v", "src")
    assert "info: 2 files under torchlint.toml: " in ran.err
    assert "info: checked 2 files in " in ran.err
    assert ran.out == run("src").out


def test_suspected_findings_are_shown_on_request() -> None:
    assert told() == ["bad.py:2:5 bad-name", "bad.py:2:11 risky-name", "bad.py:3:5 dull-name"]
    assert told("--suspected")[3] == "bad.py:4:5 doubtful-name"
    write("torchlint.toml", 'packs = ["../pack"]\nsuspected = true\n')
    assert len(told()) == 4
    assert len(told("--no-suspected")) == 3


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (["--select", "memory"], ["bad-name", "risky-name"]),
        (["--select", "bad-name,dull-name"], ["bad-name", "dull-name"]),
        (["--select", "bad-name", "--select", "dull-name"], ["bad-name", "dull-name"]),
        (["--select", "new-name"], ["new-name"]),
        (["--select", "speed"], ["dull-name", "quiet-name"]),
        (["--select", "ALL", "--preview"], ["bad-name", "risky-name", "dull-name", "new-name", "quiet-name"]),
        (["--preview"], ["bad-name", "risky-name", "dull-name", "new-name"]),
        (["--extend-select", "quiet-name"], ["bad-name", "risky-name", "dull-name", "quiet-name"]),
        (["--ignore", "memory"], ["dull-name"]),
        (["--ignore", "memory, dull-name"], []),
        (["--per-file-ignores", "src/*:memory"], ["dull-name"]),
        (["--per-file-ignores", "src/*:memory,speed", "--per-file-ignores", "x:ALL"], []),
        (["--per-file-ignores", "/*.py:ALL"], ["bad-name", "risky-name", "dull-name"]),
        (["--config", "select = ['speed']"], ["dull-name", "quiet-name"]),
        (["--config", "ignore = ['memory']", "--config", "preview=true"], ["dull-name", "new-name"]),
    ],
)
def test_selection(options: list[str], rules: list[str]) -> None:
    assert [line.split()[1] for line in told(*options)] == rules


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 1),
        (["--fail-on", "error"], 1),
        (["--fail-on", "never"], 0),
        (["--exit-zero"], 0),
        (["-e"], 0),
        (["--select", "risky-name"], 1),
        (["--select", "risky-name", "--fail-on", "error"], 0),
        (["--select", "dull-name"], 0),
        (["--select", "dull-name", "--fail-on", "info"], 1),
        (["--select", "doubtful-name"], 0),
        (["--select", "doubtful-name", "--suspected"], 1),
        (["--config", "fail-on = 'never'"], 0),
        (["--config", "fail-on = 'never'", "--fail-on", "warning"], 1),
    ],
)
def test_what_fails_a_run(options: list[str], status: int) -> None:
    assert run(*options).status == status


def test_the_level_that_fails_is_that_of_the_files_own_configuration() -> None:
    write("old/bad.py", "import torch\nBAD\n")
    write("old/torchlint.toml", 'extend = "../torchlint.toml"\nfail-on = "never"\n')
    assert run("old").status == 0
    assert run("old", "src").status == 1


def test_missing_paths_fail_and_the_others_are_checked() -> None:
    ran = run("nowhere", "src/bad.py", "-q", "--output-format", "concise", "--exit-zero")
    assert (ran.status, len(ran.out.splitlines())) == (2, 3)
    assert ran.err == "error: nowhere: No such file or directory\n"
    assert run("nowhere") == Ran(2, "", ran.err)


def test_nothing_to_check() -> None:
    os.mkdir("empty")
    assert run("empty") == Ran(0, "", "warning: no Python files found under empty\n")
    assert run("empty", "-q") == Ran(0, "", "")


NOTEBOOK = notebook(cell("# Title", "markdown"), "import torch\n%matplotlib inline", "\nx = BAD + DULL").decode()


def test_notebooks_are_read_like_files() -> None:
    write("src/a.ipynb", NOTEBOOK)
    write("src/b.ipynb", notebook("import torch").decode())
    assert run("--show-files") == Ran(0, "src/a.ipynb\nsrc/b.ipynb\nsrc/bad.py\nsrc/clean.py\n", "")
    assert run("src/a.ipynb", "--output-format", "concise", "--ignore", "dull-name") == Ran(
        1,
        "src/a.ipynb:cell 3:2:5: error[bad-name] [*] `BAD` is bad; write another name\nFound 1 error.\n"
        "[*] 1 fixable with the `--fix` option.\n",
        "",
    )
    assert run("src/b.ipynb") == Ran(0, "All checks passed!\n", "")
    assert run("src/a.ipynb", "--exit-zero").status == 0
    assert run("src/a.ipynb", "--per-file-ignores", "*.ipynb:bad-name").status == 0
    assert run("src/a.ipynb", "--extend-exclude", "*.ipynb", "--force-exclude").status == 0
    assert "1\t[*]\terror[bad-name] in 1 file" in run("src/a.ipynb", "--statistics").out
    assert "checked 1 file in " in run("src/a.ipynb", "-v").err


def test_places_in_notebooks_for_programs() -> None:
    write("a.ipynb", NOTEBOOK)
    first, second = json.loads(run("a.ipynb", "--output-format", "json").out)
    assert [first[key] for key in ("cell", "location", "end_location", "noqa_row", "name")] == [
        3, {"row": 2, "column": 5}, {"row": 2, "column": 8}, 2, "bad-name"
    ]  # fmt: skip
    assert first["fix"]["edits"] == [{"content": "good", **{key: first[key] for key in ("location", "end_location")}}]
    assert (second["cell"], second["location"]) == (3, {"row": 2, "column": 11})
    (record,) = json.loads(run("src/bad.py", "--output-format", "json", "--select", "bad-name").out)
    assert record["cell"] is None


def test_fixes_are_written_into_notebooks() -> None:
    fixed = NOTEBOOK.replace("BAD", "good")
    write("src/a.ipynb", NOTEBOOK)
    shown = run("src/a.ipynb", "--diff")
    assert (shown.status, Path("src/a.ipynb").read_text()) == (1, NOTEBOOK)
    assert shown.out.startswith("--- src/a.ipynb:cell 3\t\n+++ src/a.ipynb:cell 3\t\n@@ -1,2 +1,2 @@\n")
    assert "\n-x = BAD + DULL\n" in shown.out
    assert run("src/a.ipynb", "--fix", "--ignore", "dull-name") == Ran(0, "Found 1 error (1 fixed, 0 remaining).\n", "")
    assert Path("src/a.ipynb").read_text() == fixed
    write("risky.ipynb", notebook("import torch\nRISKY").decode())
    assert run("risky.ipynb", "--fix").status == 1
    assert run("risky.ipynb", "--fix", "--unsafe-fixes").status == 0


def test_a_notebook_from_standard_input() -> None:
    options = ("-", "--stdin-filename", "src/a.ipynb")
    ran = run(*options, "--output-format", "concise", "--select", "bad-name", stdin=NOTEBOOK)
    assert (ran.status, ran.out.split(": ")[0]) == (1, "src/a.ipynb:cell 3:2:5")
    assert run(*options, "--fix", stdin=NOTEBOOK).out == NOTEBOOK.replace("BAD", "good")
    assert "+x = good + DULL" in run(*options, "--diff", stdin=NOTEBOOK).out


@pytest.mark.parametrize("data", ["", "{", "[]", '{"cells": [1]}', "version https://git-lfs.example/spec/v1\n"])
def test_what_is_no_notebook_is_a_finding(data: str) -> None:
    write("a.ipynb", data)
    ran = run("a.ipynb", "--output-format", "concise")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("a.ipynb:1:")
    assert "unreadable-file" in ran.out
    assert run("a.ipynb").status == run("a.ipynb", "--fix").status == 1


@pytest.mark.parametrize(
    ("data", "place", "name"),
    [
        (b"import torch\nx = (\n", "2:5", "syntax-error"),
        (b"import torch\nprint 'x'\n", "2:1", "syntax-error"),
        (b"import torch\nx = '\xff'\n", "2:6", "unreadable-file"),
        (b"# coding: klingon\nimport torch\n", "1:11", "unreadable-file"),
        (b"import torch\0\n", "1:13", "unreadable-file"),
    ],
)
def test_files_that_are_not_python(data: bytes, place: str, name: str) -> None:
    write("src/odd.py", data)
    assert told("src/odd.py", "src/bad.py", "--select", "bad-name") == ["bad.py:2:5 bad-name", f"odd.py:{place} {name}"]
    assert run("src/odd.py").status == 1
    assert run("src/odd.py", "--fix").status == 1
    assert Path("src/odd.py").read_bytes() == data
    assert run("src/odd.py", "--ignore", name).status == 0


def test_a_rule_that_crashes_fails_the_run_and_nothing_else(tmp_path: Path) -> None:
    write_pack(tmp_path / "crashing", crash=True)
    write("torchlint.toml", 'packs = ["../crashing"]\n')
    write("src/odd.py", "import torch\nCRASH\nBAD\n")
    ran = run("--output-format", "json", "--select", "speed,bad-name", "--exit-zero")
    assert ran.status == 2
    assert [line.split()[1] for line in ran.told] == [
        "bad-name",
        "dull-name",
        "quiet-name",
        "torchlint-error",
        "bad-name",
    ]


@pytest.mark.parametrize("name", ["json", "json-lines"])
@pytest.mark.parametrize("options", [[], ["-v"], ["src/clean.py"], ["empty"], ["nowhere"], ["--statistics"]])
def test_a_machine_reads_one_document(name: str, options: list[str]) -> None:
    os.mkdir("empty")
    ran = run("--output-format", name, *options)
    documents = [ran.out] if name == "json" else ran.out.splitlines()
    records = [json.loads(document) for document in documents]
    assert isinstance(records[0], list) if name == "json" else all(isinstance(record, dict) for record in records)
    last = (
        ""
        if options[:1] in (["empty"], ["nowhere"])
        else "All checks passed!"
        if "src/clean.py" in options
        else "Found"
    )
    assert last in ran.err


def test_several_reports_at_once() -> None:
    ran = run("--output-format", "concise", "--output-format", "json:out/a.json", "--output-format", "full:out/a.txt")
    assert ran.out.startswith("src/bad.py:2:5: error[bad-name] [*]")
    assert len(json.loads(Path("out/a.json").read_text())) == 3
    assert Path("out/a.txt").read_text().startswith("error[bad-name] [*] `BAD`")
    assert sorted(os.listdir("out")) == ["a.json", "a.txt"]
    assert "\033" in run("--output-format", "full:b.txt", "--color", "always").err + Path("b.txt").read_text()


def test_a_report_to_a_file_leaves_standard_output_alone() -> None:
    ran = run("--output-format", "json:a.json")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("Found 1 error")
    assert run("--output-format", "json:src").err.startswith("error: src: Is a directory\n")
    assert run("--output-format", "json:src", "src/clean.py").status == 2


def test_the_format_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHLINT_OUTPUT_FORMAT", "concise")
    assert run().out.startswith("src/bad.py:2:5: error[bad-name] [*]")
    assert run("--output-format", "full").out.startswith("error[bad-name]")
    monkeypatch.setenv("TORCHLINT_OUTPUT_FORMAT", "xml")
    assert run().status == 2


def test_statistics() -> None:
    ran = run("--statistics")
    assert ran.out.splitlines()[:4] == [
        "1\t[*]\terror[bad-name] in 1 file",
        "1\t[ ]\tinfo[dull-name] in 1 file",
        "1\t[ ]\twarning[risky-name] in 1 file",
        "Found 1 error, 1 warning and 1 info (info does not fail a run without `--fail-on info`).",
    ]
    assert ran.status == 1


def test_colour() -> None:
    assert "\033" not in run().out
    assert "\033[1;91merror[bad-name]\033[0m [\033[36m*\033[0m] " in run("--color", "always").out
    assert run("nowhere", "--color", "always").err.startswith("\033[1;91merror\033[0m: nowhere")


def test_safe_fixes() -> None:
    ran = run("--fix")
    assert Path("src/bad.py").read_text() == BAD.replace("BAD", "good")
    assert ran.status == 1
    assert ran.out.startswith("warning[risky-name]")
    assert ran.out.splitlines()[-3:] == [
        f"Found 1 error, 1 warning and 1 info (1 fixed, 2 remaining; {PASSING}).",
        "No more safe fixes available (1 hidden fix can be enabled with the `--unsafe-fixes` option).",
        "1 suspected finding is hidden; `--suspected` shows it.",
    ]
    assert run("--fix", "--select", "bad-name") == Ran(0, "All checks passed!\n", "")


def test_unsafe_fixes() -> None:
    assert run("--unsafe-fixes").out.splitlines()[-2] == "[*] 2 fixable with the `--fix` option."
    assert Path("src/bad.py").read_text() == BAD
    ran = run("--fix", "--unsafe-fixes", "--suspected")
    assert Path("src/bad.py").read_text() == (
        BAD.replace("BAD", "good").replace("RISKY", "daring").replace("DOUBTFUL", "sure")
    )
    assert (ran.status, ran.out.splitlines()[-1]) == (
        0,
        f"Found 1 error, 2 warnings and 1 info (3 fixed, 1 remaining; {PASSING}).",
    )


def test_only_some_fixes() -> None:
    assert run("--fix", "--unfixable", "memory").out.count("= help") == 0
    assert Path("src/bad.py").read_text() == BAD
    run("--fix", "--unsafe-fixes", "--fixable", "risky-name")
    assert Path("src/bad.py").read_text() == BAD.replace("RISKY", "daring")


def test_fixing_and_nothing_else() -> None:
    ran = run("--fix-only")
    assert ran == Ran(0, "", "Fixed 1 error (1 additional fix available with `--unsafe-fixes`).\n")
    assert Path("src/bad.py").read_text() == BAD.replace("BAD", "good")
    assert run("--fix-only").err == "No errors fixed (1 additional fix available with `--unsafe-fixes`).\n"
    assert run("--fix-only", "--output-format", "json").out == "[]\n"


def test_the_exit_status_can_tell_of_fixes() -> None:
    options = ("--fix", "--exit-non-zero-on-fix", "--select", "bad-name")
    assert [run(*options).status, run(*options).status] == [1, 0]
    write("src/bad.py", BAD)
    assert [run("--fix-only", *options[1:]).status, run("--fix-only", *options[1:]).status] == [1, 0]


def test_fixes_are_listed_on_request() -> None:
    write("src/more.py", "import torch\nBAD, BAD, RISKY\n")
    ran = run("--fix", "--unsafe-fixes", "--show-fixes", "--select", "memory")
    assert (
        ran.out
        == """\
Fixed 5 errors:
- src/bad.py:
    1 x bad-name
    1 x risky-name
- src/more.py:
    2 x bad-name
    1 x risky-name

Found 3 errors and 2 warnings (5 fixed, 0 remaining).
"""
    )


def test_a_diff_is_printed_and_nothing_written() -> None:
    ran = run("--diff")
    assert ran == Ran(
        1,
        "--- src/bad.py\n+++ src/bad.py\n@@ -1,5 +1,5 @@\n import torch\n-x = BAD + RISKY\n+x = good + RISKY\n"
        " y = DULL\n z = DOUBTFUL\n new = NEW, QUIET\n",
        "Would fix 1 error (1 additional fix available with `--unsafe-fixes`).\n",
    )
    assert Path("src/bad.py").read_text() == BAD
    subprocess.run(["git", "apply", "-p0", "-"], input=ran.out.encode(), check=True)
    assert Path("src/bad.py").read_text() == BAD.replace("BAD", "good")
    assert run("--diff").status == 0
    assert "+x = good + daring" in run("--diff", "--unsafe-fixes").out
    assert run("--diff", "--unsafe-fixes", "--exit-zero").status == 0


def test_a_fix_keeps_what_it_does_not_change() -> None:
    data = b"\xef\xbb\xbfimport torch\r\nx = '\xc3\xa9', BAD\r\n"
    path = write("src/odd.py", data)
    path.chmod(0o640)
    Path("link.py").symlink_to("src/odd.py")
    run("--fix", "link.py")
    assert path.read_bytes() == data.replace(b"BAD", b"good")
    assert (path.stat().st_mode & 0o777, Path("link.py").is_symlink()) == (0o640, True)


def test_a_file_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    write("src/more.py", "import torch\nBAD\n")
    monkeypatch.setattr("os.access", lambda path, mode: not path.endswith("bad.py"))
    ran = run("--fix", "--select", "bad-name", "--output-format", "concise")
    assert ran.status == 2
    assert ran.err.startswith("error: src/bad.py: not fixed: ")
    assert ran.out.splitlines()[0].startswith("src/bad.py:2:5: error[bad-name]")
    assert ran.out.splitlines()[1] == "Found 2 errors (1 fixed, 1 remaining)."
    assert Path("src/more.py").read_text() == "import torch\ngood\n"


def test_suppressed_findings() -> None:
    text = "import torch\nBAD  # torchlint: ignore[bad-name] -- that is its name\n"
    write("src/bad.py", text)
    assert run() == Ran(0, "All checks passed!\n", "")
    assert run("--ignore-suppressions", "--output-format", "json").told == ["bad.py:2:1 bad-name"]
    run("--ignore-suppressions", "--fix")
    assert Path("src/bad.py").read_text() == text


def test_an_unused_suppression_is_a_finding_with_a_fix() -> None:
    write(
        "src/bad.py", "import torch\nx = 1  # torchlint: ignore[bad-name]\ny = 2  # torchlint: ignore[no-such-name]\n"
    )
    assert [line.split()[1] for line in told()] == ["unused-ignore", "unknown-rule"]
    run("--fix")
    assert Path("src/bad.py").read_text().splitlines()[1] == "x = 1"


def test_standard_input() -> None:
    ran = run("-", "--output-format", "concise", stdin=BAD)
    assert ran.status == 1
    assert ran.out.startswith("-:2:5: error[bad-name] [*] ")
    named = run("-", "--stdin-filename", "src/new.py", "--output-format", "json", stdin=BAD)
    assert named.told[0] == "new.py:2:5 bad-name"
    assert json.loads(named.out)[0]["filename"] == os.path.abspath("src/new.py")
    assert run("--stdin-filename", "x.py", stdin=CLEAN) == Ran(0, "All checks passed!\n", "")
    assert run("-", stdin=b"import torch # \xff").status == 1


def test_standard_input_has_the_configuration_of_its_place() -> None:
    write("old/torchlint.toml", 'extend = "../torchlint.toml"\nselect = ["dull-name"]\n')
    ran = run("-", "--stdin-filename", "old/new.py", "--output-format", "json", stdin=BAD)
    assert ran.told == ["new.py:3:5 dull-name"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_fixed_standard_input_goes_to_standard_output(newline: str) -> None:
    code = BAD.replace("\n", newline)
    result = runner().invoke(main, ["-", "--fix", "--output-format", "concise"], input=code.encode())
    assert result.stdout_bytes == code.replace("BAD", "good").encode()
    assert result.stderr.startswith("-:2:12: warning[risky-name] ")
    assert result.exit_code == 1


UNFIXED = (CLEAN.encode(), b"x = 1", b"", b"import torch\nx = (", b"import torch # \xff\n", b"\xef\xbb\xbfx\r\n")


@pytest.mark.parametrize("data", UNFIXED)
@pytest.mark.parametrize("option", ["--fix", "--fix-only"])
def test_standard_input_comes_back_untouched_where_nothing_is_fixed(data: bytes, option: str) -> None:
    assert runner().invoke(main, ["-", option], input=data).stdout_bytes == data


@pytest.mark.parametrize(
    "options", [["--stdin-filename", f"venv/a.{suffix}", "--force-exclude"] for suffix in ("py", "ipynb")]
)
def test_standard_input_comes_back_where_it_is_not_read(options: list[str]) -> None:
    assert run("-", "--fix", *options, stdin=BAD).out == BAD
    assert run("-", "--output-format", "json", *options, stdin=BAD).out == "[]\n"


def test_a_diff_of_standard_input() -> None:
    ran = run("-", "--diff", "--stdin-filename", "a.py", stdin=BAD)
    assert ran.out.startswith("--- a.py\n+++ a.py\n")
    assert ran.status == 1


def test_fixes_that_do_not_fit_the_encoding_leave_standard_input_alone(here: Path) -> None:
    page = (here.parent / "pack" / "bad_name" / "rule.py").read_text()
    (here.parent / "pack" / "bad_name" / "rule.py").write_text(page.replace("good", "g\\u00f6\\u0142d"))
    code = b"# coding: latin-1\nimport torch\nBAD\n"
    ran = runner().invoke(main, ["-", "--fix"], input=code)
    assert (ran.exit_code, ran.stdout_bytes) == (2, code)
    assert "error: -: not fixed: " in ran.stderr


def test_files_are_listed() -> None:
    write("venv/x.py", "")
    assert run("--show-files") == Ran(0, "src/bad.py\nsrc/clean.py\n", "")
    assert run("--show-files", "src/bad.py", "venv", "--exclude", "x.py") == Ran(0, "src/bad.py\n", "")
    assert run("--show-files", "nowhere").status == 2
    assert run("--show-files", "venv/x.py", "--force-exclude").out == ""


def test_settings_are_shown_with_where_they_come_from() -> None:
    write("torchlint.toml", 'packs = ["../pack"]\nfail-on = "error"\n[per-file-ignores]\n"a b.py" = ["speed"]\n')
    ran = run("--show-settings", "src/bad.py", "--ignore", "memory", "--config", "preview = true")
    lines = ran.out.splitlines()
    assert lines[0] == "# Settings for src/bad.py"
    for line in (
        'packs = ["../pack"]  # torchlint.toml',
        'ignore = ["memory"]  # command line',
        "preview = true  # --config",
        'fail-on = "error"  # torchlint.toml',
        "respect-gitignore = true  # default",
        '"a b.py" = ["speed"]  # torchlint.toml',
        "# new-name",
    ):
        assert line in lines
    assert "# bad-name" not in lines
    write("copy.toml", ran.out)
    assert run("--show-settings", "--config", "copy.toml", "src/bad.py").out.count("copy.toml") > 10
    assert run("--show-settings", "src").out.startswith("# Settings for src\n")


def test_a_rule_is_explained() -> None:
    ran = run("--explain", "dull-name")
    assert ran == Ran(
        0,
        "# dull-name\n\nThe name DULL is bad.\n\ngroup speed · severity info · on by default · elsewhere XY12\n",
        "",
    )
    assert run("--explain", "unused-ignore").out.startswith("# unused-ignore\n")
    assert "\033[1m# dull-name\033[0m" in run("--explain", "dull-name", "--color", "always").out
    record = json.loads(run("--explain", "dull-name", "--output-format", "json").out)
    assert record == {
        "name": "dull-name",
        "code": "dull-name",
        "summary": "The name DULL is bad.",
        "category": "speed",
        "severity": "info",
        "default": True,
        "preview": False,
        "needs-run": False,
        "replaces": ["XY12"],
        "url": None,
        "explanation": "# dull-name\n\nThe name DULL is bad.\n",
    }


def test_all_rules_are_explained_and_listed() -> None:
    pages = run("--explain", "all").out
    records = json.loads(run("--explain", "all", "--output-format", "json").out)
    names = [record["name"] for record in records]
    assert {"bad-name", "new-name", "quiet-name", "syntax-error"} < set(names)
    assert pages.count("\n---\n") == len(names) - 1
    lines = run("--explain", "all", "--output-format", "json-lines").out.splitlines()
    assert [json.loads(line) for line in lines] == records
    assert [record["name"] for record in json.loads(run("--list-rules", "--output-format", "json").out)] == names
    listed = run("--list-rules").out.splitlines()
    rows = [line.split(maxsplit=3) for line in listed if line.startswith("  ")]
    assert [row[0] for row in rows] == names
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["bad-name"] == ["error", "on", "The name BAD is bad."]
    assert by_name["new-name"][1] == "preview"
    assert by_name["quiet-name"][1] == "off"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--explain", "dul-name"], "error: --explain: unknown rule 'dul-name' (did you mean 'dull-name'?)\n"),
        (["--explain", "xy12"], "error: --explain: unknown rule 'xy12' (torchlint calls it 'dull-name')\n"),
        (["--select", "BAD_NAME"], "error: --select: unknown rule 'BAD_NAME' (did you mean 'bad-name'?)\n"),
        (["--ignore", "zzzz"], "error: --ignore: unknown rule 'zzzz'\n"),
        (["--unfixable", "memori"], "error: --unfixable: unknown rule 'memori' (did you mean 'memory'?)\n"),
        (["--per-file-ignores", "a:sped"], "error: --per-file-ignores: unknown rule 'sped' (did you mean 'speed'?)\n"),
        (["--config", "selct=[]"], "error: --config:1:1: unknown key 'selct' (did you mean 'select'?)\n"),
        (["--config", "nowhere.toml"], "error: nowhere.toml: No such file or directory\n"),
        (["--config", "packs = ['nowhere']"], "error: nowhere: no such folder\n"),
        (["--config", "a.toml", "--config", "b.toml"], "Error: --config takes only one file"),
        (["--isolated", "--config", "a.toml"], "Error: --isolated ignores all configuration files"),
        (["--exclude", "!"], "error: --exclude: 'exclude' has an invalid pattern"),
        (["--output-format", "xml"], f"'xml' is not one of {', '.join(FORMATS)}."),
        (["--output-format", "sarif", "--statistics"], "--statistics does not work with --output-format sarif"),
        (["--output-format", "full", "--output-format", "json"], "only one format can be written to standard output"),
        (["--per-file-ignores", "a.py"], "'a.py' is not PATTERN:RULES"),
        (["--fail-on", "warn"], "'warn' is not one of"),
        (["-", "src"], "`-` (standard input) can't be combined with other paths"),
        (["--stdin-filename", "a.py", "src"], "--stdin-filename is for code from standard input"),
        (["--sel", "memory"], "No such option"),
        (["--selct", "memory"], "--select"),
        (["--no-fix"], "No such option"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_wrong_configuration() -> None:
    write("src/pyproject.toml", '[tool.torchlint]\npacks = ["../../pack"]\nselect = ["bad-name",\n  "bda-name"]\n')
    assert run("--trust", "src").status == 0
    ran = run("src/bad.py", "--exit-zero", "--output-format", "json")
    assert ran == Ran(2, "", "error: src/pyproject.toml:4:3: unknown rule 'bda-name' (did you mean 'bad-name'?)\n")
    assert run("src/bad.py", "--isolated") == Ran(0, "All checks passed!\n", "")


def test_packs_that_do_not_load(tmp_path: Path) -> None:
    write_pack(tmp_path / "other")
    write("torchlint.toml", '\npacks = ["../pack", "../other"]\n')
    ran = run()
    assert (ran.status, ran.out) == (2, "")
    assert "has a rule 'bad-name', and so has the pack " in ran.err
    (tmp_path / "other" / "bad_name" / "rule.py").write_text("import torchlint\nx = (\n")
    write("torchlint.toml", 'packs = ["../other"]\n')
    ran = run()
    assert (ran.status, ran.out) == (2, "")
    assert f"{tmp_path / 'other' / 'bad_name' / 'rule.py'}:2: SyntaxError: " in ran.err


def test_rules_of_a_pack_are_on_where_the_pack_is_configured() -> None:
    write("other/torchlint.toml", "preview = true\n")
    write("other/bad.py", BAD)
    assert list(told("--select", "bad-name")) == ["bad.py:2:5 bad-name"]
    assert run("other") == Ran(0, "All checks passed!\n", "")
    assert run("other", "--select", "bad-name").status == 2


def test_version_and_help() -> None:
    assert run("--version") == Ran(0, f"torchlint {__version__}\n", "")
    ran = run("--help")
    assert ran == run("-h")
    for heading in ("Rules:", "Fixes:", "Files:", "Output:", "Settings:", "Help:"):
        assert f"\n{heading}\n" in ran.out
    for name in FORMATS:
        assert name in ran.out


def test_an_interrupted_run_says_so_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("torchlint.lint.check", interrupt)
    assert run().status == 130


def test_a_failure_of_torchlint_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("torchlint.runner.targets.discover", fail)
    ran = run("src")
    assert ran == Ran(
        2, "", "error: torchlint failed: RuntimeError: out of luck; if this is a bug, `--verbose` shows where\n"
    )
    with pytest.raises(RuntimeError):
        run("src", "-v")


def started(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A run in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "torchlint", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def test_a_process_of_its_own() -> None:
    done = started("src", "--output-format", "concise")
    ran = run("src", "--output-format", "concise")
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (ran.status, ran.out, ran.err)
    fixed = started("-", "--fix", "-q", stdin=BAD.replace("\n", "\r\n").encode())
    assert fixed.stdout == BAD.replace("BAD", "good").replace("\n", "\r\n").encode()
    assert started("--config", "x = 1").returncode == 2


def test_names_and_code_that_the_terminal_cannot_show() -> None:
    name = os.fsdecode(b"\xff\n\x1b[2J.py")
    write(name, "import torch\nx = '日', BAD\n")
    done = started(name, "--output-format", "concise", PYTHONIOENCODING="utf-8")
    assert done.stdout.startswith(b"\xff \\x1b[2J.py:2:10: error[bad-name]")
    done = started(name, PYTHONIOENCODING="ascii")
    assert b"2 | x = '\\u65e5', BAD" in done.stdout
    assert (done.returncode, done.stderr) == (1, b"")
    (record,) = json.loads(started(name, "--output-format", "json").stdout)
    assert record["filename"].endswith("/\ufffd\n\x1b[2J.py")


def test_colour_in_a_pipe() -> None:
    assert b"\033" not in started("src").stdout
    assert b"\033" in started("src", FORCE_COLOR="1").stdout
    assert b"\033" in started("src", CLICOLOR_FORCE="1").stdout
    assert b"\033" not in started("src", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_reader_that_goes_away() -> None:
    write("src/many.py", "import torch\n" + "BAD\n" * 2_000)  # several times as much output as a pipe holds
    command = [sys.executable, "-m", "torchlint", "src"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1


def test_a_working_directory_that_is_gone() -> None:
    os.mkdir("gone")
    code = (
        "import os, sys; os.chdir('gone'); os.rmdir('../gone'); from torchlint.cli import main; main(['--list-rules'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: the working directory: No such file or directory\n"


def test_the_time_of_each_rule_is_told() -> None:
    ran = run("src", "--timing", "--select", "bad-name,dull-name")
    rows = [line.split() for line in ran.err.splitlines()]
    assert sorted(row[-1] for row in rows) == ["bad-name", "dull-name", "reading"]
    times = [float(row[0]) for row in rows]
    assert times == sorted(times, reverse=True)
    assert abs(sum(float(row[2].rstrip("%")) for row in rows) - 100) < 1
    assert run("src", "--select", "bad-name,dull-name").err == ""


def test_what_is_not_python_passes() -> None:
    write("README.md", "# torch\n\nNot Python: ((\n")
    ran = run("README.md")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "warning: README.md is not a Python file and was skipped\n"


def test_an_upgrade_lists_what_the_new_release_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "requirements.txt").write_text("torch==1.4\n")
    code = "import torch\n\nq, r = torch.qr(torch.eye(3))\nw = torch.symeig(q)\nw += torch.nn.functional.softmax(q)\n"
    (tmp_path / "train.py").write_text(code)
    options = ("--no-cache", "-q", "--output-format", "concise", "train.py")
    assert "qr" not in run(*options).out
    moved = run("--upgrade-to", "2.13", *options).out
    assert "info[deprecated-api] [*] `torch.qr` is deprecated" in moved
    assert "error[removed-api] `torch.symeig` fails since PyTorch 2.0" in moved
    assert run("--upgrade-to", "2.13", "--fix", "--select", "deprecated-api", *options, "--fail-on", "info").status == 1
    assert "torch.linalg.qr(torch.eye(3))" in (tmp_path / "train.py").read_text()


@pytest.mark.parametrize(
    ("release", "says"), [("newest", "is not a release"), ("99.0", "this torchlint knows PyTorch up to")]
)
def test_an_upgrade_leads_to_a_release_that_is_known(release: str, says: str) -> None:
    assert says in run("--upgrade-to", release).err
