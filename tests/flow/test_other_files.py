"""Values that come from other files of the project: no rule trips over a place that the checked file does not hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS
from tests.split_programs import calls_elsewhere, definitions_elsewhere
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.finding import Finding
from torchlint.flow import fixpoint, state
from torchlint.flow.state import WORK_ELSEWHERE
from torchlint.flow.training_trace import steps_of
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.project.project_files import ProjectFiles
from torchlint.reading import read_source, text_of
from torchlint.syntax import ast_parser

EVERYTHING = (*builtin_rules().values(), *DIAGNOSTICS.values())
PROGRAMS = [folder / "bad.py" for folder in FOLDERS]

Apart = Callable[[str], dict[str, str]]


def found(folder: Path, files: dict[str, str]) -> dict[str, tuple[Finding, ...]]:
    """What all rules, suspicions among them, find in each of these files of one project."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    around = ProjectFiles(str(folder), text_of, lambda: [str(folder / name) for name in sorted(files)])
    sources = {name: read_source(str(folder / name)) for name in files}
    return {name: check(source, EVERYTHING, project_files=around).findings for name, source in sources.items()}


def assert_sound(folder: Path, files: dict[str, str]) -> None:
    """No rule fails, and each finding, fix and related place is inside the text that it is about."""
    for name, findings in found(folder, files).items():
        failed = [finding.message for finding in findings if finding.rule == "torchlint-error"]
        assert not failed, "\n".join(failed)
        for finding in findings:
            edits = [edit.span for edit in finding.fix.edits] if finding.fix is not None else []
            for span in (finding.span, *edits, *(place for place, _ in finding.related)):
                assert 0 <= span.start <= span.end <= len(files[name])


@pytest.mark.parametrize(
    ("apart", "share"),
    [
        (definitions_elsewhere, 0.0),  # nothing of the other file is followed
        (definitions_elsewhere, WORK_ELSEWHERE),
        (calls_elsewhere, WORK_ELSEWHERE),
    ],
)
def test_programs_taken_apart(apart: Apart, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixpoint, "WORK_ELSEWHERE", share)
    for number, program in enumerate(PROGRAMS):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert_sound(folder, apart(program.read_text(encoding="utf-8")))


def test_a_program_taken_apart_is_still_understood(tmp_path: Path) -> None:
    twice = "def twice(x):\n    x.abs()\n    return x * 2\n"
    text = f"import torch\n\n{twice}\nrows = torch.rand(3)\ntwice(rows)\nrows.abs()\n"
    calls, definitions = calls_elsewhere(text), definitions_elsewhere(text)
    assert calls["program.py"].endswith("rows = call_1()\ntwice(rows)\ncall_2(rows)\n")
    assert "def call_2(p0):\n    return p0.abs()" in calls["pieces.py"]
    assert definitions["program.py"].endswith("rows = torch.rand(3)\ntwice(rows)\nrows.abs()\n")
    rules = [finding.rule for finding in found(tmp_path, definitions)["program.py"]]
    assert rules == ["discarded-tensor-op"]


LEAF_ELSEWHERE = """
import torch

def leaf():
    rows = torch.rand(4, 2).requires_grad_(True)
    return rows, 1

def work(a):
"""

# In a folder of tests, other files are read with what the test file itself is worth: `work` uses that up.
USED = """
import torch
from pieces import leaf, work

def first():
    return work(1)

def second(holder):
    holder.seen = torch.rand(4).requires_grad_(True)
    rows, _ = leaf()
    rows.sum().backward()
"""


def test_a_leaf_that_only_an_earlier_reading_has_seen_made(tmp_path: Path) -> None:
    body = [f"    a = a + {number} * a - a / 2\n" for number in range(40)]
    pieces = "".join([LEAF_ELSEWHERE, *body, "    return a\n"])
    assert_sound(tmp_path, {"pieces.py": pieces, "tests/test_pieces.py": USED})


MAKER = """\
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

def divided(dataset, world, rank):
    sampler = DistributedSampler(dataset, num_replicas=world, rank=rank)
    return DataLoader(dataset, batch_size=8, sampler=sampler)
"""
TRAINER = """\
import torch
from torch import nn
from maker import divided

def main(dataset, world, rank):
    loader = divided(dataset, world, rank)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(9):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
"""
LONG = (
    "from maker import divided\nTABLE = [" + "1, " * 9000 + "]\ndef main(dataset):\n    return divided(dataset, 2, 0)\n"
)


@pytest.mark.parametrize("name", ["a_long_one.py", "the_long_one.py"])
def test_a_long_caller_leaves_enough_work_for_the_others(name: str, tmp_path: Path) -> None:
    findings = found(tmp_path, {"maker.py": MAKER, "one.py": TRAINER, name: LONG})["maker.py"]
    assert "distributed-sampler-no-set-epoch" in {finding.rule for finding in findings}


def test_a_step_that_costs_too_much_to_follow_still_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The body of a function that is not followed any more says whether it differentiates something."""
    monkeypatch.setattr(state, "WORK_ASIDE", 0)
    epochs = (
        "class Stepper:\n    def __call__(self, loss, optimizer):\n        {}\n        optimizer.step()\n\n\n"
        "def train_one_epoch(model, loader, optimizer, stepper):\n"
        "    for x, y in loader:\n        stepper(model(x, y), optimizer)\n"
    )
    program = (
        "import torch\nfrom torch.utils.data import DataLoader\n"
        "from torch.utils.data.distributed import DistributedSampler\nimport epochs\n\n\n"
        "def main(data, model):\n    sampler = DistributedSampler(data)\n"
        "    loader = DataLoader(data, sampler=sampler)\n"
        "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n    stepper = epochs.Stepper()\n"
        "    for epoch in range(9):\n        epochs.train_one_epoch(model, loader, optimizer, stepper)\n"
    )
    for differentiates, rules in (("loss.backward()", ["distributed-sampler-no-set-epoch"]), ("print(loss)", [])):
        files = {"epochs.py": epochs.format(differentiates), "program.py": program}
        findings = found(tmp_path, files)["program.py"]
        assert [one.rule for one in findings if one.rule == "distributed-sampler-no-set-epoch"] == rules


def test_what_an_imported_file_trains_belongs_to_its_own_trace(tmp_path: Path) -> None:
    """Its top level may run before anything of the checked file does, to find out who calls that."""
    step = (
        "import torch\n\ndef train(net, x):\n    o = torch.optim.SGD(net.parameters())\n    net(x).sum().backward()\n"
    )
    run = "import torch\nfrom step import train\nmodel = train(torch.nn.Linear(2, 1), torch.rand(3, 2))\nprint(model)\n"
    for name, text in {"step.py": f"{step}    o.step()\n", "run.py": run}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    around = ProjectFiles(str(tmp_path), text_of, lambda: [str(tmp_path / "run.py"), str(tmp_path / "step.py")])
    syntax = ast_parser.parse((tmp_path / "step.py").read_text(encoding="utf-8"))
    assert syntax is not None
    tracer = fixpoint.analyse(syntax, around.place(str(tmp_path / "step.py")), around).tracer
    assert any(step.what == "step" for _, trace in tracer.entries for step in steps_of(trace))
    assert tracer.open == [[]]
