"""`--statistics=folder` and `--statistics=owner`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.command import run
from torchlint.files.code_owners import CodeOwners, code_owners_around

MOVED = "import torch\n\nweights = torch.ones(3)\nweights.to('cuda')\nprint(weights)\n"
TWICE = MOVED.replace("print", "weights.cuda()\nprint")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    code_owners_around.cache_clear()
    subprocess.run(["git", "init", "-q"], check=True)
    for name, text in {
        "top.py": MOVED,
        "src/a.py": TWICE,
        "src/deep/b.py": MOVED,
        "src/clean.py": "import torch\n",
    }.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def test_findings_are_counted_by_folder() -> None:
    ran = run("--statistics=folder", "--isolated", ".")
    assert ran.status == 1
    assert ran.out.splitlines()[:3] == [
        "2\tsrc: 2 discarded-tensor-op",
        "1\t.: 1 discarded-tensor-op",
        "1\tsrc/deep: 1 discarded-tensor-op",
    ]


def test_findings_are_counted_by_owner() -> None:
    Path(".github").mkdir()
    Path(".github/CODEOWNERS").write_text("*.py @acme/all\n/src/ @acme/train @kim\nsrc/deep/  # nobody\n")
    records = json.loads(run("--statistics=owner", "--isolated", ".", "--output-format", "json").out)
    assert [(one["owner"], one["count"], one["rules"]) for one in records] == [
        ("@acme/train", 2, {"discarded-tensor-op": 2}),
        ("@kim", 2, {"discarded-tensor-op": 2}),
        ("(no owner)", 1, {"discarded-tensor-op": 1}),
        ("@acme/all", 1, {"discarded-tensor-op": 1}),
    ]
    lines = run("--statistics=owner", "--isolated", ".", "--output-format", "json-lines").out.splitlines()
    assert [json.loads(line) for line in lines] == records


def test_without_a_file_of_owners_nobody_owns_anything() -> None:
    assert run("--statistics=owner", "--isolated", ".").out.splitlines()[0] == "4\t(no owner): 4 discarded-tensor-op"


def test_by_rule_is_what_it_always_was() -> None:
    bare = run("--statistics", "--isolated", ".").out
    assert bare == run("--statistics=rule", "--isolated", ".").out
    assert bare.startswith("4\t[ ]\t")
    assert run("--statistics=team", ".").status == 2
    assert "'team' is not one of rule, folder, owner" in run("--statistics=team", ".").err
    assert run("--statistics=folder", ".", "--output-format", "sarif").status == 2


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("readme.md", ("@all",)),
        ("src/x.py", ("@py", "team@example.org")),
        ("docs/a.md", ("@docs",)),
        ("docs/deep/a.md", ("@all",)),
        ("a/apps/x.js", ("@apps",)),
        ("apps/x.js", ("@apps",)),
        ("build/logs/x.log", ("@logs",)),
        ("x/build/logs/x.log", ("@all",)),
        ("with space/x.txt", ("@space",)),
        ("src/free/x.py", ()),
        ("gitlab/x", ("@section",)),
        ("gitlab/own", ("@one",)),
    ],
)
def test_patterns_mean_what_the_documentation_of_github_says(
    path: str, owners: tuple[str, ...], tmp_path: Path
) -> None:
    text = """\
# the last one that matches counts
* @all
*.py @py team@example.org # two
docs/* @docs
apps/ @apps
/build/logs/ @logs
with\\ space/ @space
src/free/

[Section] @section
gitlab/
^[Optional][2] @other
gitlab/own @one
"""
    found = CodeOwners(str(tmp_path.resolve()), text)
    assert found.of(str(tmp_path / path)) == owners
