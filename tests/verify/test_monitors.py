"""Monitors and the rules that judge what they have seen."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.notebook_texts import notebook
from tests.rule_folders import ROOT
from torchlint.notebooks.notebook import read_notebook
from torchlint.pack import builtin_rules
from torchlint.rule import Rule
from torchlint.run_rules import Measured, Sighting, run_rule
from torchlint.verdict import Number
from torchlint.verify.records import Process
from torchlint.verify.run_findings import in_source, run_findings

MONITORS = ROOT / "torchlint" / "verify" / "runtime" / "_torchlint" / "monitors"
PLACE = ["/a.py", 3, 0, 3, 5]


def names_of_monitors() -> set[str]:
    return {path.stem for path in MONITORS.glob("*.py")} - {"__init__"}


def test_each_monitor_is_asked_by_a_rule_and_each_rule_has_one() -> None:
    assert {rule.monitor for rule in builtin_rules().values() if rule.needs_run} == names_of_monitors()


def test_a_monitor_is_a_class_of_the_name_of_its_file() -> None:
    for name in names_of_monitors():
        classes = [
            node for node in ast.parse((MONITORS / f"{name}.py").read_text()).body if isinstance(node, ast.ClassDef)
        ]
        assert name.title().replace("_", "") in [node.name for node in classes], name


def process(pid: int, **facts: int) -> Process:
    return Process(pid, sightings={"seen": [{"place": PLACE, "facts": facts}]})


def named(rule: Rule) -> Rule:
    from dataclasses import replace

    return replace(rule, name="toy")


def test_a_rule_is_given_what_all_processes_have_seen_at_a_place() -> None:
    @run_rule(monitor="seen", group="training", severity="warning")
    def check(seen: object) -> Measured | None:
        """Summary."""
        assert isinstance(seen, list)
        total = sum(each.facts["n"] for each in seen if isinstance(each, Sighting))
        return Measured(f"{total} in all", "said", (Number("n", total),))

    found = run_findings([process(1, n=2), process(2, n=3)], [named(check)])
    assert [(one.rule, one.measured.message, one.place) for one in found["/a.py"]] == [
        ("toy", "5 in all", (3, 0, 3, 5))
    ]


def test_a_finding_without_a_number_and_a_rule_that_fails_are_errors_of_torchlint() -> None:
    @run_rule(monitor="seen", group="training", severity="warning")
    def numberless(seen: object) -> Measured | None:
        """Summary."""
        return Measured("wrong", "said", ())

    @run_rule(monitor="seen", group="training", severity="warning")
    def failing(seen: object) -> Measured | None:
        """Summary."""
        raise KeyError("steps")

    found = run_findings([process(1, n=2)], [named(numberless), named(failing)])
    assert [one.rule for one in found["/a.py"]] == ["torchlint-error", "torchlint-error"]


def test_what_is_seen_in_a_cell_is_found_at_that_cell() -> None:
    @run_rule(monitor="seen", group="training", severity="warning")
    def check(seen: object) -> Measured | None:
        """Summary."""
        return Measured("found", "said", (Number("n", 1),))

    source = read_notebook("/a.ipynb", notebook("import torch", "é = 1; f(2)\ng(é)"))
    places = [["/a.ipynb:cell 2", 1, 8, 1, 12], ["/a.ipynb:cell 2", 2, -1, 2, -1]]
    seen = Process(1, sightings={"seen": [{"place": place, "facts": {}} for place in places]})
    made = in_source(source, run_findings([seen], [named(check)])["/a.ipynb"])
    assert [source.text[one.span.start : one.span.end] for one in made] == ["f(2)", "g(é)"]


TRAINING = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.body = nn.Linear(8, 4)
        self.unused = nn.Linear(8, 4)

    def forward(self, x):
        return self.body(self.drop(x))

torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
rows, classes = torch.linspace(-1, 1, 512).reshape(64, 8), torch.arange(64) % 4
for _ in range(12):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(rows), classes).backward()
    optimizer.step()
with torch.no_grad():
    for some, _ in DataLoader(TensorDataset(rows, classes), 16):
        print(net(some).argmax(1))
"""


def verified(folder: Path, *options: str, training: str = TRAINING) -> dict[str, str]:
    """The verdicts on a training, by rule."""
    Path(folder, "train.py").write_text(training)
    command = ["--output-format", "json", "--verify", "--", sys.executable, "train.py"]
    done = subprocess.run(
        [sys.executable, "-m", "torchlint", "--isolated", "train.py", *options, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 1, done.stderr
    return {one["name"]: one["evidence"]["text"] for one in json.loads(done.stdout)}


def test_one_cause_is_one_finding_and_monitors_do_not_keep_a_call_from_being_made_again(tmp_path: Path) -> None:
    both = verified(tmp_path)
    assert set(both) == {"layer-never-used", "missing-eval-mode"}
    assert "in eval mode, predictions (argmax) differ for " in both["missing-eval-mode"]
    alone = verified(tmp_path, "--ignore", "layer-never-used")
    assert alone["parameters-without-gradient"].startswith("2 of its 4 parameters (36 elements)")
    made = "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)"
    silenced = TRAINING.replace(made, f"{made}  # torchlint: ignore[parameters-without-gradient] -- a head of before")
    assert silenced != TRAINING
    assert set(verified(tmp_path, "--ignore", "layer-never-used", training=silenced)) == {"missing-eval-mode"}
