"""Notebooks that real kernels run, as they are and observed: verdicts stand at cells, and outputs are the same."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.notebook_texts import notebook
from tests.observed_runs import observed, plainly
from torchlint.finding import Experiment, Finding, Span
from torchlint.pack import builtin_rules
from torchlint.reading import read_source
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan, absolute, plan_of
from torchlint.verify.run_findings import run_findings

PYTHON = sys.executable
EXECUTE = """\
import sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read("a.ipynb", 4)
NotebookClient(notebook, allow_errors=True, kernel_name="python3", coalesce_streams=True).execute()
nbformat.write(notebook, sys.argv[1])
"""
ADDS = "total = 0.0\nfor _ in range(6):\n    y = model(rows).sum()\n    y.backward()\n    total += y"
KEEPS = "async def later():\n    return model(rows)\nkept = []\nfor _ in range(6):\n    kept.append(await later())"
TRAINS = """\
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(9):
    optimizer.zero_grad()
    (model(rows) * 0).sum().backward()
    optimizer.step()"""
INDENTED = ADDS.replace("\n", "\n    ")
CELLS = {
    "imports": "\nimport torch\n%cd -q .\ntorch.manual_seed(0)\nmodel = torch.nn.Linear(4, 2)\nrows = torch.ones(3, 4)",
    "plain": ADDS,
    "timed": f"%%time\n{ADDS}\nprint(len([total]))",
    "captured": f"%%capture out\n{ADDS}",
    "again": ADDS,
    "line": ADDS.replace("total +=", "%time total +="),
    "profiled": f"%%prun -q -T profile\n{ADDS.replace('total', 'sum_')}",
    "not taken": f"if not rows.numel():\n    {INDENTED}\ntype(total)",
    "awaited": KEEPS,
    "last": "for _ in range(5):\n    kept.append(model(rows))\nkept.append(model(rows))",
    "shown": "kept = [model(rows)]\nkept.append(model(rows)) or kept",
    "fails": "def f():\n    return [kept.append(model(rows)), 1 / 0]\nf()",
    "trained": f"%%time\nother = 1\n{TRAINS}",
    "never": f"raise SystemExit\n{ADDS}",
}
OF_EXPRESSIONS = ("shown", "fails")
WANTED = {
    "plain": ("confirmed", "it holds the graphs of"),
    "timed": ("confirmed", "it holds the graphs of"),
    "captured": ("confirmed", "it holds the graphs of"),
    "again": ("confirmed", "it holds the graphs of"),
    "line": ("confirmed", "it holds the graphs of"),
    "profiled": ("undecided", "a magic runs this code"),
    "not taken": ("not reached", "this line never ran"),
    "awaited": ("confirmed", "it holds the graphs of"),
    "last": ("undecided", "execution"),
    "shown": ("confirmed", "call"),
    "fails": ("confirmed", "call"),
    "never": ("not reached", "this line never ran"),
}


def accumulations(path: Path) -> list[tuple[str, Finding]]:
    """For each cell that has one, a finding about the sum or list that it adds to, or about what it calls."""
    source = read_source(str(path))
    found = []
    for name, cell in zip(CELLS, source.cells or (), strict=True):
        text = source.text[cell.start : cell.end]
        if name in OF_EXPRESSIONS:
            called = re.search(r"model\(rows\)", text)
            assert called
            at = Span(*(cell.start + edge for edge in called.span()))
            proof = Experiment("held_activations", (("result", at),))
            found.append((name, Finding(source.path, at, "", proof=proof)))
            continue
        for added in re.finditer(r"(total|sum_|kept)(?: \+= y|\.append\([\w() ]+\))", text):
            at, whole = (Span(*(cell.start + edge for edge in added.span(group))) for group in (1, 0))
            proof = Experiment("retained_graph", (("accumulator", at), ("at", whole)))
            found.append((name, Finding(source.path, at, "", proof=proof)))
    return found


def plan_for(path: Path) -> tuple[list[tuple[str, Finding]], Plan]:
    found = accumulations(path)
    heard = (absolute(str(path)),)
    plan = plan_of([(read_source(str(path)), [finding for _, finding in found])], heard=heard)
    monitors = sorted({rule.monitor for rule in builtin_rules().values() if rule.needs_run})
    return found, replace(plan, monitors=tuple(monitors), checked=heard)


def outputs(path: Path) -> list[Any]:
    """What the cells have shown, but for times and numbers of processes."""
    shown = [(cell["execution_count"], cell["outputs"]) for cell in json.loads(path.read_text())["cells"]]
    text = json.dumps(shown)
    text = re.sub(r"(CPU|Wall) times?: .*?\\n", "", text)
    return json.loads(re.sub(r"ipykernel_\d+", "", text))  # type: ignore[no-any-return]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.ipynb").write_bytes(notebook(*CELLS.values()))
    (tmp_path / "execute.py").write_text(EXECUTE)
    return tmp_path


def test_cells_are_looked_at_and_compute_what_they_always_do(folder: Path) -> None:
    found, plan = plan_for(folder / "a.ipynb")
    assert plainly(folder, PYTHON, "execute.py", "plain.ipynb").status == 0
    ran, its = observed(folder, plan, PYTHON, "execute.py", "observed.ipynb")
    assert ran.status == 0, ran.stderr
    said = {}
    for name, finding in found:
        site = plan.site_of(finding)
        assert site is not None
        assert finding.proof is not None
        said[name] = verdict(finding.proof, its.evidence[site])
    assert {name: each.outcome for name, each in said.items()} == {
        name: outcome for name, (outcome, _) in WANTED.items()
    }
    wrong = {name: said[name].text for name, (_, words) in WANTED.items() if words not in said[name].text}
    assert not wrong
    (made,) = run_findings(its.processes, [builtin_rules()["gradients-all-zero"]]).values()
    assert [(one.cell, one.place) for one in made] == [([*CELLS].index("trained") + 1, (6, 4, 6, 38))]
    assert not its.notes  # a cell that failed is no crash of its kernel
    assert outputs(folder / "observed.ipynb") == outputs(folder / "plain.ipynb")
