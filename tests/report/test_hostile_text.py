"""Text that came from files is data in every output: it starts no command of a CI runner and breaks no document."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.command import run
from torchlint.report import FORMATS
from torchlint.report.diff import quoted
from torchlint.report.json_text import dumps
from torchlint.report.style import inert, printable, printable_path

LEAK = """\
import torch

def train(model: torch.nn.Module, loader: torch.utils.data.DataLoader):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x, y in loader:
        loss = torch.nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # ##[add-mask]secret ##vso[task.setvariable variable=x]y ##teamcity[buildStop]
    return total
"""
WITH_COMMAND_IN_A_STRING = LEAK.replace(
    "        total += loss", "        text = '''\n::stop-commands::x\n'''\n        total += loss"
)
NAMES = (
    "::add-mask::x.py",
    " ::add-mask::x.py",
    "a\n::add-mask::x.py",
    "##[add-mask]x.py",
    "##vso[task.setvariable variable=x]y.py",
    "\x1b]0;title\x07.py",
    "\r::error::x.py",
)
_V2 = re.compile(r"^\s*::", re.MULTILINE)
_ANYWHERE = re.compile(r"##(\[|vso\[|teamcity\[)", re.IGNORECASE)


@pytest.fixture(params=NAMES, ids=ascii)
def here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of a hostile name and content, as the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / request.param).write_text(LEAK)
    return tmp_path


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_gives_a_runner_a_command(here: Path, form: str) -> None:
    ran = run("--output-format", form, "--isolated", ".")
    assert ran.status == 1
    assert ran.out
    commands = [line for line in ran.out.splitlines() if _V2.match(line)]
    assert all(line.startswith("::error title=torchlint (") for line in commands)
    assert len(commands) == (form == "github")
    assert not _ANYWHERE.search(ran.out + ran.err)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", ran.out)


def test_nor_do_lists_of_files_and_settings(here: Path) -> None:
    (name,) = os.listdir(here)
    for arguments in (("--show-files",), ("--show-settings", name), ("--fix", "--unsafe-fixes", "--show-fixes")):
        ran = run("--isolated", *arguments)
        assert ran.out
        assert not _V2.search(ran.out + ran.err)
        assert not _ANYWHERE.search(ran.out + ran.err)


def test_a_path_keeps_leading_where_it_led() -> None:
    assert printable_path("::add-mask::x.py") == "./::add-mask::x.py"
    assert printable_path("src/::x.py") == "src/::x.py"
    assert printable("##[group]") == inert("##[group]") == "#\N{MUSIC SHARP SIGN}[group]"
    assert inert("# plain ## comment #[x]") == "# plain ## comment #[x]"


def test_json_means_the_same() -> None:
    value = {"a": "##[x] ##VSO[y] \U0001f600 \\ud800 \\\\udc80", "b": [1, None, "## Heading"]}
    text = dumps(value, indent=2)
    assert json.loads(text) == value
    assert not _ANYWHERE.search(text)
    assert "## Heading" in text


@pytest.mark.parametrize("half", ["\udcff", "x\udc80\\\ud83d", "\ude00\ud83d"])
def test_json_has_no_half_of_a_character(half: str) -> None:
    text = json.loads(dumps({"name": half}))["name"]
    assert text == re.sub("[\ud800-\udfff]", "\ufffd", half)
    text.encode()  # which half a pair refuses


@pytest.mark.parametrize("form", ["json", "json-lines", "sarif", "gitlab", "rdjson", "junit"])
def test_a_name_that_is_not_utf_8_makes_no_invalid_document(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(os.fsdecode(b"\xff.py")).write_text(LEAK)
    run("--isolated", "--output-format", f"{form}:report", ".")
    text = Path("report").read_text(encoding="utf-8")
    if form == "junit":
        assert ElementTree.fromstring(text.encode())
    else:
        documents = text.splitlines() if form == "json-lines" else [text]
        for document in documents:
            json.dumps(json.loads(document), ensure_ascii=False).encode()


def test_half_a_character_in_a_notebook_is_reported_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cell = {"cell_type": "code", "source": LEAK.replace("secret", "\ud800"), "metadata": {}, "outputs": []}
    Path("a.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    for form in FORMATS:
        ran = run("--isolated", "--output-format", f"{form}:report", ".")
        assert ran.status == 1
        Path("report").read_text(encoding="utf-8")


def test_a_patch_stays_a_patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(WITH_COMMAND_IN_A_STRING)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    lines = run("--isolated", "--diff", "--unsafe-fixes", "a.py").out.splitlines()
    first, *patch, last = lines
    assert re.fullmatch(r"::stop-commands::[0-9a-f]{32}", first)
    assert last == f"::{first.rpartition(':')[2]}::"
    assert " ::stop-commands::x" in patch
    subprocess.run(["git", "apply"], input="\n".join(lines) + "\n", text=True, check=True)
    assert "total += loss.detach()" in Path("a.py").read_text()
    assert quoted(["--- a.py", " x = 1"], {"GITHUB_ACTIONS": "true"}) == ["--- a.py", " x = 1"]
    assert quoted([" ::x"], {}) == [" ::x"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(LEAK)
    command = f'"$0" -m torchlint --isolated --cache-dir cache . {closed}'
    environment = {name: value for name, value in os.environ.items() if name != "TORCHLINT_NO_CACHE"}
    for _ in range(2):
        ran = subprocess.run(
            ["sh", "-c", command, sys.executable], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert (ran.returncode, ran.stderr) == (1, "")
        assert ("Found 1 error." in ran.stdout) == (">&- " not in f"{closed} ".replace("2>&-", ""))
