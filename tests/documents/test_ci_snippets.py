"""The configurations in docs/ci.md: they are YAML, and what they have a CI run is run here."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.rule_folders import ROOT
from tests.snippets import snippet, snippets

PAGE = "ci.md"
FOUND = "loss-accumulates-graph"
BAD = (ROOT / "rules/loss_accumulates_graph/bad.py").read_text(encoding="utf-8")
WORKFLOWS = [one.heading for one in snippets(PAGE) if "runs-on:" in one.body]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository whose branch adds one bad file to those of origin/main."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("old.py", "new.py"):
        (folder / name).write_text(BAD, encoding="utf-8")
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@localhost", "-C", str(folder)]
        if name == "old.py":
            subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "--no-verify", "--message", name], check=True)
        if name == "old.py":
            subprocess.run([*git, "update-ref", "refs/remotes/origin/main", "HEAD"], check=True)
    return folder


def program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def run(command: str, project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a CI does with a line: torchlint is this one, pip does nothing, and reviewdog keeps what it is given."""
    programs = project.parent / "bin"
    program(programs / "torchlint", f'exec "{sys.executable}" -m torchlint "$@"')
    program(programs / "pip", '[ "$*" = "install torchlint" ]')
    program(programs / "reviewdog", 'echo "$@" >../reviewdog.arguments; cat >../reviewdog.json')
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(project.parent), "XDG_CONFIG_HOME": str(project.parent)}
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=project,
        env={**os.environ, **own, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def steps(heading: str) -> list[dict[str, Any]]:
    (job,) = yaml.safe_load(snippet(PAGE, heading, "yaml"))["jobs"].values()
    return list(job["steps"])


def checked(heading: str, project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The last command of a workflow; those before it have to succeed."""
    *before, last = [step["run"] for step in steps(heading) if "run" in step]
    for command in before:
        assert run(command, project).returncode == 0, command
    return run(last, project, **environment)


def annotated(text: str) -> set[str]:
    """The files that GitHub shows annotations in."""
    lines = [line for line in text.splitlines() if line.startswith("::")]
    assert all(f"torchlint ({FOUND})" in line for line in lines)
    return {line.partition("file=")[2].partition(",")[0] for line in lines}


def uses(node: Any) -> Iterator[str]:
    """Every action that a workflow uses."""
    if isinstance(node, list):
        for each in node:
            yield from uses(each)
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from [value] if key == "uses" else uses(value)


@pytest.mark.parametrize("heading", WORKFLOWS)
def test_workflows_have_the_shape_of_one(heading: str) -> None:
    workflow = yaml.safe_load(snippet(PAGE, heading, "yaml"))
    assert set(workflow) == {"name", True, "permissions", "jobs"}  # YAML reads `on` as true
    assert workflow["permissions"]["contents"] == "read"
    assert all(action.count("@v") == 1 for action in uses(workflow))


def test_annotations(project: Path) -> None:
    ran = checked("GitHub Actions: annotations", project)
    assert ran.returncode == 1, ran.stderr
    assert annotated(ran.stdout) == {"old.py", "new.py"}


def test_the_cache(project: Path) -> None:
    heading = "GitHub Actions: the cache"
    (kept,) = [step["with"]["path"] for step in steps(heading) if "cache" in step.get("uses", "")]
    first = checked(heading, project, TORCHLINT_NO_CACHE="")
    assert annotated(first.stdout) == {"old.py", "new.py"}
    assert list(Path(kept.replace("~", str(project.parent))).glob("*.sqlite"))
    assert checked(heading, project, TORCHLINT_NO_CACHE="").stdout == first.stdout


def test_code_scanning(project: Path) -> None:
    heading = "GitHub Actions: code scanning"
    ran = checked(heading, project)
    assert ran.returncode == 0, ran.stderr
    assert FOUND in ran.stdout
    log = json.loads((project / steps(heading)[-1]["with"]["sarif_file"]).read_text(encoding="utf-8"))
    assert {result["ruleId"] for result in log["runs"][0]["results"]} == {FOUND}


def test_only_what_is_new(project: Path) -> None:
    ran = checked("GitHub Actions: only what is new", project, GITHUB_BASE_REF="main")
    assert ran.returncode == 1, ran.stderr
    assert annotated(ran.stdout) == {"new.py"}


def test_gitlab(project: Path) -> None:
    (job,) = yaml.safe_load(snippet(PAGE, "GitLab", "yaml")).values()
    install, command = job["script"]
    assert run(install, project).returncode == 0
    assert run(command, project).returncode == 1
    report = json.loads((project / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    assert {record["check_name"] for record in report} == {FOUND}
    assert {record["location"]["path"] for record in report} == {"old.py", "new.py"}


def test_the_component_takes_the_inputs_that_are_shown() -> None:
    (included,) = yaml.safe_load(snippet(PAGE, "GitLab: the component", "yaml"))["include"]
    spec, _ = yaml.safe_load_all((ROOT / "templates/torchlint.yml").read_text(encoding="utf-8"))
    assert included["remote"].endswith("/templates/torchlint.yml")
    assert {*included["inputs"]} <= {*spec["spec"]["inputs"]}


def test_the_action_reports_what_is_new_and_shows_its_fixes(project: Path) -> None:
    """Where the branch is checked out as GitHub does it: HEAD^1 is the base."""
    head = subprocess.run(["git", "-C", str(project), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    given = {"GIVEN_PATHS": ". ", "GIVEN_ARGS": "", "GIVEN_SINCE": "auto", "GIVEN_SARIF": "false"}
    given["GIVEN_COMMENT"] = "true"
    runner = {"RUNNER_TEMP": "../temp", "GITHUB_OUTPUT": "../output", "GITHUB_STEP_SUMMARY": "../summary"}
    event = {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_SHA": head.stdout.strip(), "TORCHLINT": "torchlint"}
    (project.parent / "temp").mkdir()
    ran = run(f'bash "{ROOT}/.github/action.sh"', project, **given, **runner, **event)
    assert ran.returncode == 0, ran.stderr
    assert {line.partition("file=")[2].partition(",")[0] for line in ran.stdout.splitlines() if "::error" in line} == {
        "new.py"
    }
    assert (project.parent / "output").read_text(encoding="utf-8") == "status=1\ncomment=true\n"
    commented = json.loads((project.parent / "temp/torchlint.json").read_text(encoding="utf-8"))
    assert {(Path(one["filename"]).name, one["name"]) for one in commented} == {("new.py", FOUND)}
    assert (project.parent / "temp/torchlint-fixes.diff").read_text(encoding="utf-8").startswith("--- new.py")
    summary = (project.parent / "summary").read_text(encoding="utf-8")
    assert f"error[{FOUND}]" in summary
    assert "\n+            total_loss += loss.detach()" in summary


def test_reviewdog(project: Path) -> None:
    ran = checked("reviewdog", project)
    assert ran.returncode == 0, ran.stderr
    assert "-f=rdjson" in (project.parent / "reviewdog.arguments").read_text(encoding="utf-8").split()
    given = json.loads((project.parent / "reviewdog.json").read_text(encoding="utf-8"))
    assert {record["code"]["value"] for record in given["diagnostics"]} == {FOUND}


def test_junit(project: Path) -> None:
    ran = run(snippet(PAGE, "Any other CI: JUnit", "sh"), project)
    assert ran.returncode == 1, ran.stderr
    suites = ElementTree.parse(project / "torchlint.xml").getroot()
    assert {suite.get("name") for suite in suites.iter("testsuite")} == {"old.py", "new.py"}
    assert list(suites.iter("failure"))


def test_pre_commit() -> None:
    (repository,) = yaml.safe_load(snippet(PAGE, "pre-commit", "yaml"))["repos"]
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    assert {hook["id"] for hook in repository["hooks"]} == {"torchlint"} < hooks
    assert hooks == {"torchlint", "torchlint-fix"}
