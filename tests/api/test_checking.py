"""`torchlint.check`, `torchlint.fix` and `torchlint.explain`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import torchlint
from tests.command import run

MOVED = 'import torch\n\nweights = torch.ones(3)\nweights.to("cuda")\nprint(weights)\n'
FIXED = MOVED.replace("weights.to", "weights = weights.to")
KEPT = """\
import torch


def train(model, loader, optimizer):
    total = 0.0
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()
        total += loss
    return total
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


def rules(result: torchlint.CheckResult) -> list[str]:
    return [finding.rule for finding in result.findings]


def test_a_finding_says_what_the_json_of_the_command_line_says() -> None:
    Path("bad.py").write_text(MOVED + "print('é', weights.cuda(1).to(2) is weights)\n")
    (record,) = json.loads(run("bad.py", "--output-format", "json").out)
    (finding,) = torchlint.check("bad.py").findings
    at = finding.location
    assert (finding.rule, finding.severity, finding.group) == (record["name"], record["severity"], record["category"])
    assert (finding.message, finding.fingerprint, finding.url) == (
        record["message"],
        record["fingerprint"],
        record["url"],
    )
    assert {"row": at.line, "column": at.column} == record["location"]
    assert {"row": at.end_line, "column": at.end_column} == record["end_location"]
    assert finding.fix is not None
    assert [edit.text for edit in finding.fix.edits] == [edit["content"] for edit in record["fix"]["edits"]]
    assert finding.path == "bad.py"
    assert not finding.suspected


def test_results_are_frozen_and_have_hashes() -> None:
    result, fixed = torchlint.check(text=MOVED), torchlint.fix(text=MOVED, unsafe=True)
    assert len({result, torchlint.check(text=MOVED)}) == 1
    assert hash(fixed) == hash(torchlint.fix(text=MOVED, unsafe=True))
    with pytest.raises(FrozenInstanceError):
        result.findings[0].message = "other"  # type: ignore[misc]


def test_a_text_is_checked_under_its_name_and_never_written() -> None:
    Path("pkg").mkdir()
    Path("pkg/torchlint.toml").write_text('ignore = ["discarded-tensor-op"]\n')
    assert rules(torchlint.check(text=MOVED)) == ["discarded-tensor-op"]
    assert rules(torchlint.check(text=MOVED, filename="pkg/new.py")) == []
    assert rules(torchlint.check(text=MOVED, filename=Path("pkg/new.py"), isolated=True)) == ["discarded-tensor-op"]
    assert os.listdir("pkg") == ["torchlint.toml"]


def test_a_text_is_read_as_it_is_whatever_encoding_it_declares() -> None:
    code = f"# -*- coding: latin-1 -*-\nname = 'é'; {MOVED}"
    (finding,) = torchlint.check(text=code).findings
    assert finding.location.line == 5
    assert torchlint.fix(text=code, unsafe=True).text == f"# -*- coding: latin-1 -*-\nname = 'é'; {FIXED}"


def test_settings_are_those_of_the_configuration_and_stronger() -> None:
    Path("torchlint.toml").write_text('ignore = ["discarded-tensor-op"]\n')
    Path("other.toml").write_text('fail-on = "never"\n')
    Path("bad.py").write_text(MOVED)
    assert rules(torchlint.check("bad.py")) == []
    assert torchlint.check("bad.py", isolated=True).fails
    other = torchlint.check("bad.py", config="other.toml")
    assert (rules(other), other.fails) == (["discarded-tensor-op"], False)
    assert not torchlint.check("bad.py", isolated=True, settings={"per-file-ignores": {"bad*": ["ALL"]}}).findings
    assert not torchlint.check("bad.py", isolated=True, select=["memory"]).findings


def test_what_is_hidden_is_counted() -> None:
    Path("torchlint.toml").write_text('baseline = "known.json"\n')
    Path("bad.py").write_text(MOVED)
    run(".", "--write-baseline")
    result = torchlint.check(".")
    assert (result.findings, result.files, result.hidden_by_baseline) == ((), ("bad.py",), 1)
    assert not result.fails


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"select": ["no-such-rule"], "text": MOVED}, torchlint.ConfigError, "no-such-rule"),
        ({"settings": {"selct": []}, "text": MOVED}, torchlint.ConfigError, "did you mean 'select'"),
        ({"select": "memory", "text": MOVED}, TypeError, r"\['memory'\]"),
        ({"config": "a.toml", "isolated": True, "text": MOVED}, ValueError, "isolated"),
        ({}, ValueError, "pass a path"),
    ],
)
def test_wrong_arguments_raise(arguments: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        torchlint.check(**arguments)  # type: ignore[arg-type]


def test_paths_that_are_none_raise() -> None:
    with pytest.raises(FileNotFoundError):
        torchlint.check("nowhere.py")
    with pytest.raises(ValueError, match="text="):
        torchlint.check(MOVED)
    with pytest.raises(ValueError, match="not both"):
        torchlint.check("bad.py", text=MOVED)


def test_what_is_no_python_is_a_finding() -> None:
    result = torchlint.check(text="import torch\nx = (\n")
    assert (rules(result), result.fails) == (["syntax-error"], True)


def test_a_diff_holds_the_changed_lines_only() -> None:
    code = "import torch\n\n\ndef f(x):\n    return torch.cross(x, x)\n"
    for finding in torchlint.check(text=KEPT + code).findings:
        assert finding.fix is not None
        if finding.rule == "loss-accumulates-graph":
            assert finding.fix.diff == "@@ -11 +11 @@\n-        total += loss\n+        total += loss.detach()\n"
            break
    else:
        pytest.fail("not found")


def test_files_are_written_where_that_is_asked_for() -> None:
    Path("bad.py").write_text(MOVED)
    fixed = torchlint.fix("bad.py", unsafe=True)
    (file,) = fixed.files
    assert (file.before, file.after, dict(file.applied)) == (MOVED, FIXED, {"discarded-tensor-op": 1})
    assert '+weights = weights.to("cuda")' in file.diff
    assert fixed.remaining.findings == ()
    assert fixed.text is None
    assert Path("bad.py").read_text() == MOVED
    torchlint.fix("bad.py", unsafe=True, write=True)
    assert Path("bad.py").read_text() == FIXED
    with pytest.raises(ValueError, match="write=True needs files"):
        torchlint.fix(text=MOVED, write=True)


def test_a_file_that_cannot_be_written_says_so_and_keeps_its_findings(tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.py"
    outside.write_text(MOVED)
    Path("pyproject.toml").touch()
    Path("linked.py").symlink_to(outside)
    fixed = torchlint.fix("linked.py", unsafe=True, write=True)
    assert "outside the project" in fixed.files[0].not_written
    assert rules(fixed.remaining) == ["discarded-tensor-op"]
    assert outside.read_text() == MOVED


def test_explain_gives_the_page_or_the_name_that_is_meant() -> None:
    rule = torchlint.explain("loss-accumulates-graph")
    assert isinstance(rule, torchlint.RulePage)
    assert (rule.group, rule.severity, rule.default, rule.needs_run) == ("memory", "error", True, False)
    assert str(rule) == rule.page
    assert rule.page.startswith("# loss-accumulates-graph\n")
    with pytest.raises(torchlint.ConfigError, match="loss-accumulates-graph"):
        torchlint.explain("loss-accumulate-graph")


def test_explain_takes_a_symptom_as_the_command_line_does() -> None:
    answer = torchlint.explain("memory leak")
    assert isinstance(answer, torchlint.SymptomPage)
    grows, out_of_memory = answer.symptoms
    assert (grows.name, grows.title) == ("memory-grows", "Memory grows with every step")
    assert out_of_memory.name == "out-of-memory"
    assert "torch.cuda.memory_allocated()" in grows.check
    causes = {rule.name: rule for rule in grows.rules}
    assert causes["loss-accumulates-graph"] == torchlint.explain("loss-accumulates-graph")
    assert run("explain", "memory leak").out == str(answer)


def test_explain_names_the_symptoms_for_what_is_neither_a_rule_nor_a_symptom() -> None:
    with pytest.raises(torchlint.ConfigError, match="unknown symptom 'a purple elephant'; the known ones are: Memory"):
        torchlint.explain("a purple elephant")


def test_the_names_do_not_hide_each_other_whatever_is_imported_first() -> None:
    """`torchlint.fix` is a function whatever was imported, and `import torchlint` imports nothing of it."""
    code = """
import sys, torchlint
assert not any(name.startswith(("torchlint.api", "torchlint.runner", "torchlint.lint", "json")) for name in sys.modules)
import torchlint.fixing, torchlint.lint, torchlint.testing, torchlint.runner.run
from torchlint import *
assert all(callable(each) for each in (torchlint.check, torchlint.fix, torchlint.explain, torchlint.rule))
assert set(torchlint.OF_API) < set(torchlint.__all__)
"""
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
