"""`--why-not RULE FILE:LINE`: which condition kept a rule silent, and what the analysis does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import Ran, run
from tests.notebook_texts import cell, notebook
from torchlint.finding import Span
from torchlint.report.style import Style
from torchlint.report.why_not import why_not_page
from torchlint.rule_trace import Decision, Silence

PHASES = """\
import torch

def fit(model, loaders, criterion, phases):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for phase in phases:
        for x, y in loaders[phase]:
            out = model(x)
            loss = criterion(out, y)
            if phase == "train":
                loss.backward()
                optimizer.step()
"""
EVALUATION = """\
import torch
from torch import nn

def validate(model: nn.Module, loader):
    total = 0.0
    for x, y in loader:
        loss = torch.nn.functional.cross_entropy(model(x), y)
        total += loss.item()
    return total

def handle(x):
    y = torch.relu(x)
    return y.size()
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("phases.py").write_text(PHASES)
    Path("evaluation.py").write_text(EVALUATION)


def why_not(rule: str, place: str, *options: str) -> Ran:
    return run("--isolated", "--no-cache", *options, "--why-not", rule, place)


def test_the_condition_and_its_comment() -> None:
    ran = why_not("eval-without-no-grad", "phases.py:7")
    assert ran.status == 0
    assert "The rule looked at this line and decided against a finding." in ran.out
    assert "if not (there.is_evaluated or is_read or there.is_made_for_evaluation)" in ran.out
    assert "training, or part of a larger forward" in ran.out  # the comment behind `continue`
    assert "[eval_without_no_grad/rule.py:" in ran.out


def test_what_is_unknown_and_why() -> None:
    out = why_not("eval-without-no-grad", "phases.py:7").out
    assert "`x`: unknown: `x` is an element of `loaders[phase]`, from the loop at line 6" in out
    out = why_not("removed-api", "phases.py:8").out
    assert "`criterion`: unknown: `criterion` is a parameter of `fit`, which no known code calls" in out
    out = why_not("removed-api", "evaluation.py:12").out
    assert "`torch.relu(x)`: a tensor" in out


def test_a_line_that_the_rule_does_not_look_at() -> None:
    out = why_not("hook-never-removed", "phases.py:7").out
    assert "The rule checks only files that mention " in out or "Nothing on this line is what the rule looks for" in out


@pytest.mark.parametrize(
    ("options", "comment", "verdict"),
    [
        (("--suspected",), "", "The rule reports this line"),
        (("--no-suspected",), "", "is only suspected, because the code alone can't prove it"),
        (("--ignore", "eval-without-no-grad"), "", "is turned off for this file"),
        (("--suspected",), "  # torchlint: ignore[eval-without-no-grad]", "a comment silences it"),
    ],
)
def test_what_is_found_and_not_shown(options: tuple[str, ...], comment: str, verdict: str) -> None:
    Path("evaluation.py").write_text(EVALUATION.replace("model(x), y)", f"model(x), y){comment}"))
    assert verdict in why_not("eval-without-no-grad", "evaluation.py:7", *options).out


MODELS = """\
[[models]]
library = "acme"

[models.calls]
quietly = { gives = "no-grad" }
contrastive = { gives = "loss" }
"""


def test_the_users_models_count() -> None:
    Path("torchlint.toml").write_text(MODELS)
    Path("quiet.py").write_text(
        EVALUATION.replace("def validate", "@acme.quietly\ndef validate")
        .replace("torch.nn.functional.cross_entropy", "acme.contrastive")
        .replace("import torch\n", "import acme\n")
    )
    Path("only.py").write_text("import acme\n\nx = acme.contrastive(1)\n")
    known = run("--no-cache", "--why-not", "eval-without-no-grad", "quiet.py:8")
    assert "reports this line" not in known.out
    assert "`acme.contrastive(model(x), y)`: a tensor" in known.out
    assert "nothing to do with PyTorch" not in run("--no-cache", "--why-not", "eval-without-no-grad", "only.py:3").out


def test_a_file_without_pytorch() -> None:
    Path("other.py").write_text("print(1)\n")
    assert "does not use PyTorch" in why_not("removed-api", "other.py:1").out


@pytest.mark.parametrize(
    ("rule", "place", "problem"),
    [
        ("removed-apy", "phases.py:7", "unknown rule 'removed-apy' (did you mean 'removed-api'?)"),
        ("syntax-error", "phases.py:7", "'syntax-error' is a diagnostic of torchlint itself"),
        ("removed-api", "phases.py", "'phases.py' is not FILE:LINE, such as train.py:25"),
        ("removed-api", "phases.py:0", "'phases.py:0' is not FILE:LINE"),
        ("removed-api", "phases.py:99", "phases.py has 11 lines, so there is no line 99"),
        ("removed-api", "gone.py:1", "gone.py: "),
    ],
)
def test_what_does_not_exist(rule: str, place: str, problem: str) -> None:
    ran = why_not(rule, place)
    assert ran.status == 2
    assert problem in ran.err


def test_a_line_of_a_notebook_is_named_by_its_cell() -> None:
    """As findings name it, with a column or without."""
    Path("n.ipynb").write_bytes(notebook(cell("# text", "markdown"), "import torch\nx = torch.ones(3)", EVALUATION))
    for place in ("n.ipynb:cell 3:7", "n.ipynb:cell 3:7:55"):
        ran = why_not("eval-without-no-grad", place)
        assert ran.out.startswith("n.ipynb:cell 3:7: eval-without-no-grad\n")
        assert "`x` is an element of `loader`, from the loop at line 6 of cell 3" in ran.out


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("n.ipynb:7", "n.ipynb is a notebook: name a cell as well, such as 'n.ipynb:cell 1:7'"),
        ("n.ipynb:cell 2:9", "n.ipynb has no line 9 in a code cell 2"),
        ("n.ipynb:cell 9:1", "n.ipynb has no line 1 in a code cell 9"),
        ("phases.py:cell 1:7", "phases.py is not a notebook"),
    ],
)
def test_a_cell_that_does_not_exist(place: str, problem: str) -> None:
    Path("n.ipynb").write_bytes(notebook(cell("# text", "markdown"), "import torch\nx = torch.ones(3)"))
    ran = why_not("removed-api", place)
    assert ran.status == 2
    assert problem in ran.err


def test_a_broken_file() -> None:
    Path("broken.py").write_text("import torch\ndef f(:\n")
    ran = why_not("removed-api", "broken.py:1")
    assert ran.status == 2
    assert "broken.py:2" in ran.err


def test_no_escape_sequence_of_the_file_reaches_the_terminal() -> None:
    decision = Decision(Span(0, 1), "rules/x/rule.py", 3, "if x", True, "", True, ())
    silence = Silence("a\x1b[2J.py", 1, "x", "Verdict", (("f('\x1b[2J')", (decision,)),), (("'\x1b'", "None"),))
    assert "\x1b" not in "".join(why_not_page(silence, Style()))
