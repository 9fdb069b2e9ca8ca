"""Workflows, the action and the component call what exists, and what they are pinned to agrees with pyproject.toml."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rule_folders import ROOT
from tools.release.commands import Wrong
from tools.release.stated import agreed, notes
from torchlint.cli import main

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTION = ROOT / "action.yml"
COMPONENT = ROOT / "templates/torchlint.yml"
_MODULE = re.compile(r"python -m ((?:tools|benchmarks)[\w.]*)")
_FILE = re.compile(r"(?:bash |pytest .*?)\"?(?:\$GITHUB_ACTION_PATH/)?((?:tests/|\.ci/|\.github/)[\w./]+)")


def steps(path: Path) -> Iterator[dict[str, Any]]:
    """The steps of a workflow or of a composite action."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    jobs = document["jobs"].values() if "jobs" in document else [document["runs"]]
    for job in jobs:
        yield from job["steps"]


def matrix(job: str, key: str) -> list[Any]:
    document = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    rows = document["jobs"][job]["strategy"]["matrix"]
    return rows[key] if key in rows else [row[key] for row in rows["include"]]


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_steps_call_what_exists(path: Path) -> None:
    for step in steps(path):
        assert ("run" in step) != ("uses" in step)
        command = step.get("run", "")
        for module in _MODULE.findall(command):
            place = ROOT / module.replace(".", "/")
            assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module
        for file in _FILE.findall(command):
            assert (ROOT / file).is_file(), file


def test_the_commands_are_seen() -> None:
    commands = "\n".join(step.get("run", "") for path in (*WORKFLOWS, ACTION) for step in steps(path))
    assert {*_MODULE.findall(commands)} == {"benchmarks.ecosystem", "tools.release", "tools.site"}
    assert {*_FILE.findall(commands)} == {".ci/run", ".github/action.sh", "tests/verify/test_observed_processes.py"}


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        if (match := re.match(r"\s+(?:- )?uses: (\S+)(.*)$", line)) and match[1] != "./":
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", match[1]), line
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", match[2]), line


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_may_do_little(path: Path) -> None:
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert document["permissions"] in ({}, {"contents": "read"})
    assert all("timeout-minutes" in job for job in document["jobs"].values())
    checkouts = [step for step in steps(path) if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_the_oldest_versions_are_the_lower_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = dict(row.split(">=") for row in project["dependencies"] if ";" not in row)
    oldest = dict(row.split("==") for row in matrix("dependencies", "requirements")[0].split())
    assert oldest.keys() == bounds.keys() == {"libcst", "click", "packaging"}
    for name, version in oldest.items():
        assert re.fullmatch(rf"{re.escape(bounds[name])}(\.0)*", version)
    pythons = matrix("quick", "python")
    assert project["requires-python"] == f">={pythons[0]}"
    (verify,) = project["optional-dependencies"]["verify"]
    assert verify == f"torch>={matrix('torch', 'torch')[0]}"


def test_the_action_passes_its_inputs_on() -> None:
    document = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    given = {f"GIVEN_{name.upper()}" for name in document["inputs"]}
    (check,) = (step for step in steps(ACTION) if step.get("id") == "check")
    assert given <= check["env"].keys()
    script = (ROOT / ".github/action.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"\$(GIVEN_\w+)", script)) == given
    options = {option for parameter in main.params for option in parameter.opts}
    assert set(re.findall(r"(?<=\s)--[a-z-]+(?= |\))", re.sub(r"git .*", "", script))) <= options


def test_the_component_has_the_inputs_that_it_names() -> None:
    spec, jobs = yaml.safe_load_all(COMPONENT.read_text(encoding="utf-8"))
    inputs = spec["spec"]["inputs"]
    assert set(re.findall(r"\$\[\[ inputs\.([\w-]+) \]\]", COMPONENT.read_text(encoding="utf-8"))) == set(inputs)
    assert all(inputs[name]["description"] for name in inputs)
    assert list(jobs) == ["torchlint"]
    report = jobs["torchlint"]["artifacts"]["reports"]["codequality"]
    assert f"gitlab:{report}" in jobs["torchlint"]["script"][-1]


CHANGELOG = """# Changelog

## [1.1.0] - 2027-01-31

### Added

- one

## [1.0.0] - unreleased

### Fixed

- two
"""


def test_the_notes_of_a_release_are_its_section() -> None:
    assert notes(CHANGELOG, "1.1.0") == ("2027-01-31", "### Added\n\n- one\n")
    assert notes(CHANGELOG, "1.0.0") == ("unreleased", "### Fixed\n\n- two\n")
    with pytest.raises(Wrong, match="no section"):
        notes(CHANGELOG, "1.1")


def test_what_states_the_version_agrees() -> None:
    assert agreed(None).startswith("### ")
    with pytest.raises(Wrong, match="the tag v9 is not v"):
        agreed("v9")
