"""The configurations in docs/editors.md: their commands are run, and their patterns read what is printed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.rule_folders import ROOT
from tests.snippets import snippet

PAGE = "editors.md"
CODE = """\
import torch

weights = torch.ones(3)
weights.cuda()
name = "äöü\U0001f600"; weights.cuda()
print(weights)
"""
RULE = "discarded-tensor-op"
PLACES = [("4", "1", RULE), ("5", "16", RULE)]  # what concise prints
BYTES = [(4, 1), (5, 22)]  # the same as rdjson has it
COLUMNS = {"line": r"(?P<line>\d+)", "column": r"(?P<column>\d+)", "message": "(?P<message>.*)"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "cells.ipynb").write_text(
        json.dumps(
            {
                "cells": [{"cell_type": "code", "metadata": {}, "source": CODE, "outputs": [], "execution_count": 1}],
                "metadata": {},
                "nbformat": 4,
                "nbformat_minor": 5,
            }
        ),
        encoding="utf-8",
    )
    return tmp_path


def torchlint(arguments: Sequence[str], folder: Path, stdin: str = "") -> str:
    """What torchlint prints there."""
    home = {"PYTHONPATH": str(ROOT), "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    ran = subprocess.run(
        [sys.executable, "-m", "torchlint", *arguments],
        cwd=folder,
        env={**os.environ, **home},
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    return ran.stdout


def read(pattern: str, printed: str) -> list[tuple[str, str, str]]:
    """Line, column and rule of each printed line that a pattern reads; the others are of a notebook."""
    lines = [(line, re.search(pattern, line)) for line in printed.splitlines()]
    assert all(match or ".ipynb:cell" in line for line, match in lines)
    found = [match for _, match in lines if match]
    return [(match["line"], match["column"], _rule(match["message"])) for match in found]


def _rule(message: str) -> str:
    """The rule that `error[rule] what is wrong` names."""
    named = re.match(r"[a-z]+\[([a-z0-9-]+)\] ", message)
    assert named is not None, message
    return named[1]


def diagnostics(printed: str) -> list[tuple[int, int]]:
    """Line and column of each finding in rdjson."""
    starts = [one["location"]["range"]["start"] for one in json.loads(printed)["diagnostics"]]
    return [(start["line"], start["column"]) for start in starts]


def strings(code: str) -> list[str]:
    return re.findall(r'"((?:[^"\\]|\\.)*)"', code)


def test_vs_code(folder: Path) -> None:
    (task,) = json.loads(snippet(PAGE, "VS Code: a task", "json"))["tasks"]
    assert task["command"] == "torchlint"
    pattern = task["problemMatcher"]["pattern"]
    lines = [re.search(pattern["regexp"], line) for line in torchlint(task["args"], folder).splitlines()]
    found = [match for match in lines if match]
    assert len(lines) == 2 * len(found), "the other half is the notebook's"
    assert {match[pattern["file"]] for match in found} == {"train.py"}
    assert [(m[pattern["line"]], m[pattern["column"]], m[pattern["code"]]) for m in found] == PLACES
    assert all("leaves `weights` unchanged" in match[pattern["message"]] for match in found)


def test_vims_quickfix_list(folder: Path) -> None:
    program, pattern = (
        line.partition("=")[2].replace("\\ ", " ")
        for line in snippet(PAGE, "Vim: the quickfix list", "vim").splitlines()
    )
    name, *arguments = shlex.split(program.replace("%", "train.py"))
    assert name == "torchlint"
    for code, group in {"%f": ".+?", "%l": COLUMNS["line"], "%c": COLUMNS["column"], "%m": COLUMNS["message"]}.items():
        pattern = pattern.replace(code, group)
    assert read(f"^{pattern}$", torchlint(arguments, folder)) == PLACES


def test_ale_runs_torchlint(folder: Path) -> None:
    command = re.findall(r"'command': '%e (.*)'", snippet(PAGE, "Vim: ALE", "vim"))
    (arguments,) = (line.replace("%s", "train.py").split() for line in command)
    assert diagnostics(torchlint(arguments, folder, CODE)) == BYTES


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no Vim here")
def test_ale_reads_what_is_found(folder: Path) -> None:
    """The handler on the page, run by Vim, with a stand-in for ALE's own function."""
    (folder / "autoload/ale").mkdir(parents=True)
    (folder / "autoload/ale/linter.vim").write_text(
        "function! ale#linter#Define(filetype, linter) abort\nendfunction\n"
    )
    linter = folder / "ale_linters/python/torchlint.vim"  # Vim holds the names in it against where it is
    linter.parent.mkdir(parents=True)
    linter.write_text(snippet(PAGE, "Vim: ALE", "vim"), encoding="utf-8")
    printed = torchlint(["--output-format", "rdjson", "--stdin-filename", "train.py", "-q", "-"], folder, CODE)
    (folder / "printed").write_text(printed, encoding="utf-8")
    call = "ale_linters#python#torchlint#Handle(1, readfile('printed'))"
    commands = ["set rtp^=.", f"source {linter}", f"call writefile([json_encode({call})], 'found')", "qa!"]
    command = ["vim", "-N", "-u", "NONE", "-i", "NONE", "-es", *(part for one in commands for part in ("-c", one))]
    subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, check=True, timeout=60)
    found = json.loads((folder / "found").read_text(encoding="utf-8"))
    assert [(one["lnum"], one["col"], one["type"], one["code"]) for one in found] == [
        (*place, "E", RULE) for place in BYTES
    ]


def test_nvim_lint_runs_torchlint(folder: Path) -> None:
    code = snippet(PAGE, "Neovim: nvim-lint", "lua")
    (given,) = re.findall(r"args = \{(.*?)\n  \},", code, flags=re.DOTALL)
    arguments = strings(re.sub(r"function\(\).*?end", '"train.py"', given))
    assert diagnostics(torchlint(arguments, folder, CODE)) == BYTES
    assert set(re.findall(r"(\w+) = \d", re.findall(r"severities = \{(.*)\}", code)[0])) == {"ERROR", "WARNING", "INFO"}


def test_flymake(folder: Path) -> None:
    code = snippet(PAGE, "Emacs: Flymake", "elisp")
    command, _, rest = code.partition("python-flymake-command-output-pattern")
    name, *arguments = strings(command.replace('(or buffer-file-name "-")', '"train.py"'))
    assert name == "torchlint"
    pattern, groups = re.findall(r'\("(.*)" (.*?)\)', rest)[0]
    assert groups == "1 2 nil 3"
    # In Emacs, groups are written with backslashes, each of which is written twice in a string.
    pattern = pattern.replace("\\\\(", "(").replace("\\\\)", ")")
    found = [re.search(pattern, line) for line in torchlint(arguments, folder, CODE).splitlines()]
    assert [(one[1], one[2], _rule(one[3])) for one in found if one] == PLACES


def test_flycheck(folder: Path) -> None:
    code = snippet(PAGE, "Emacs: Flycheck", "elisp")
    (command,) = re.findall(r":command \((.*?)\)", code, flags=re.DOTALL)
    name, *arguments = strings(command.replace("source-original", '"train.py"'))
    assert name == "torchlint"
    forms = re.findall(r"\((error|warning|info) (line-start.*?line-end)\)", code, flags=re.DOTALL)
    assert [level for level, _ in forms] == ["error", "warning", "info"]
    form = forms[0][1].replace('(id (one-or-more (any "a-z0-9-")))', "id")
    known = {"line-start": "^", "line-end": "$", "(file-name)": ".+?", "id": "(?P<id>[a-z0-9-]+)", **COLUMNS}
    known["(message)"] = known.pop("message")
    words = re.findall(r'"[^"]*"|\([a-z-]+\)|[a-z-]+', form)
    pattern = "".join(re.escape(word.strip('"')) if word[0] == '"' else known[word] for word in words)
    found = [re.search(pattern, line) for line in torchlint(arguments, folder, CODE).splitlines()]
    assert [(one["line"], one["column"], one["id"]) for one in found if one] == PLACES


def test_pycharm(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = re.findall(
        r"^\| ([A-Z][a-z ]+) \| `(.*)` \|$", (ROOT / "docs" / PAGE).read_text("utf-8"), flags=re.MULTILINE
    )
    field = dict(rows)
    assert field["Working directory"] == "$PyInterpreterDirectory$"  # no folder that the file is in
    pattern = field["Output filters"].replace("$FILE_PATH$", "(?P<file>.+?)")
    for name, group in COLUMNS.items():
        pattern = pattern.replace({"line": "$LINE$", "column": "$COLUMN$", "message": "$MESSAGE$"}[name], group)
    arguments = field["Arguments"].replace("$FilePath$", str(folder / "train.py")).split()
    printed = torchlint(arguments, tmp_path_factory.mktemp("bin"))
    assert read(f"^{pattern}$", printed) == PLACES
    assert all(line.startswith(str(folder / "train.py")) for line in printed.splitlines())
