"""docs/python-api.md is true: what it shows runs, and it names every field and every public name."""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import pytest

import torchlint
from tests.rule_folders import ROOT
from tests.snippets import Snippet, snippets
from torchlint.api.results import CheckResult, FixedFile, ReportedFinding, ReportedFix

PAGE = "python-api.md"
BAD = "import torch\n\nweights = torch.ones(3)\nweights.to('cuda')\nprint(weights)\n"


@pytest.fixture
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the page speaks of."""
    monkeypatch.chdir(tmp_path)
    for name in ("src/one.py", "train.py"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(BAD)
    Path("ci").mkdir()
    Path("ci/torchlint.toml").write_text("preview = true\n")
    shutil.copytree(ROOT / "rules" / "discarded_tensor_op", "lint_rules/discarded_tensor_op")


@pytest.mark.usefixtures("_project")
@pytest.mark.parametrize("shown", snippets(PAGE), ids=lambda one: f"{one.heading}-{len(one.body)}")
def test_what_is_shown_runs(shown: Snippet, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(shown.body, PAGE, "exec"), names)
    for name, made in list(names.items()):
        if name.startswith("test_") and callable(made):
            made()
    if "print(" in shown.body and "code = " not in shown.body:
        assert capsys.readouterr().out


def test_every_field_and_name_is_named() -> None:
    page = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    for kind in (CheckResult, FixedFile, ReportedFinding, ReportedFix):
        missing = [
            field.name for field in fields(kind) if f"`{field.name}" not in page and f".{field.name}" not in page
        ]
        assert missing == [], kind.__name__
    assert [name for name in ("check", "fix", "explain", "ConfigError") if f"torchlint.{name}" not in page] == []
    assert set(torchlint.OF_API) <= set(torchlint.__all__)
