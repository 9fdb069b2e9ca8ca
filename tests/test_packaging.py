"""What is shipped: every form of the package has the rules, and nothing heavy. .ci/run builds the real things."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml

from tests.rule_folders import FOLDERS, ROOT, name_of
from torchlint.version import __version__

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ASK = """
import json, sys
import torchlint
from torchlint.pack import builtin_rules, page_of
from torchlint.verify import judges
pages = {name: page_of(rule) for name, rule in builtin_rules().items()}
judged = sorted(name for name in judges.NAMES if judges.judge_of(name))
json.dump([torchlint.__file__, pages, judged], sys.stdout)
"""
CHECK = """
import sys
from pathlib import Path
from torchlint.pack import builtin_rules
from torchlint.authoring.rule_tests import flaws
for folder in sys.argv[1:]:
    print(*flaws(Path(folder), builtin_rules()[Path(folder).name.replace("_", "-")]), folder)
"""
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest"
LINT_COMMAND = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/torchlint examples/"


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def as_installed(folder: Path) -> Path:
    """The package as a wheel lays it out: the rules inside."""
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "torchlint", folder / "torchlint", ignore=leave_out)
    shutil.copytree(ROOT / "rules", folder / "torchlint" / "rules", ignore=leave_out)
    return folder


def as_zip(folder: Path) -> Path:
    """The same as one file."""
    installed = as_installed(folder / "unpacked")
    archive = folder / "torchlint.zip"
    with ZipFile(archive, "w") as file:
        for path in sorted(installed.glob("**/*")):
            file.write(path, path.relative_to(installed))
    return archive


def as_checkout(folder: Path) -> Path:
    """The repository itself, which is what an editable install points to."""
    return ROOT


@pytest.mark.parametrize("form", [as_checkout, as_installed, as_zip])
def test_every_form_has_the_same_rules_and_judges(form: Any, tmp_path: Path) -> None:
    place = form(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    file, pages, judged = json.loads(run.stdout)
    assert Path(file).is_relative_to(place)
    assert pages == {name_of(folder): (folder / "README.md").read_text(encoding="utf-8") for folder in FOLDERS}
    assert judged == sorted(path.stem for path in (ROOT / "torchlint/verify/judges").glob("[a-z]*.py"))


@pytest.mark.parametrize("form", [as_installed, as_zip])
def test_every_form_has_what_stands_beside_the_rules(form: Any, tmp_path: Path) -> None:
    """A rule with a detector of its own finds there what it finds in the checkout."""
    folders = [str(folder) for folder in FOLDERS if (folder / "detect.py").is_file()][:3]
    environment = {**os.environ, "PYTHONPATH": str(form(tmp_path)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", CHECK, *folders]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (run.stderr, run.stdout.split()) == ("", folders)


def test_dependencies_are_few_and_open(project: dict[str, Any]) -> None:
    """Torch would make a hook's environment gigabytes large; an upper bound would pin the user's other tools."""
    wanted = [requirement.partition(";")[0] for requirement in project["project"]["dependencies"]]
    assert {re.split(r"[<>=!~ ]", requirement)[0] for requirement in wanted} == {
        "click",
        "libcst",
        "packaging",
        "tomli",
    }
    assert not [requirement for requirement in wanted if re.search(r"<|==|~=", requirement)]


def test_the_version_is_one_literal(project: dict[str, Any]) -> None:
    path = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{__version__}"' in path.read_text(encoding="utf-8")
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_hooks_run_what_is_installed(project: dict[str, Any]) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["torchlint", "torchlint-fix"]
    for hook in hooks:
        command, *options = hook["entry"].split()
        assert command in project["project"]["scripts"]
        assert "--force-exclude" in options, "pre-commit names files, also those that the project excludes"
        assert hook["require_serial"], "one run, one report"
        assert not hook["additional_dependencies"]
    lint, fix = hooks
    assert lint["types_or"] == fix["types_or"] == ["python", "jupyter"]


@pytest.mark.parametrize("command", [LINT_COMMAND, TEST_COMMAND])
def test_the_readme_says_how_to_begin(command: str) -> None:
    """.ci/run takes these two lines from README.md and runs them."""
    assert (ROOT / "README.md").read_text(encoding="utf-8").splitlines().count(command) == 1
