"""`benchmarks.mutations` plants mistakes that its operators name, and says which of them torchlint reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutation_operators import OPERATORS
from benchmarks.mutations import mutants, verdicts
from tests.rule_folders import FOLDERS, ROOT, name_of

BEFORE_AND_AFTER = [
    ("eval() left out", "model.eval()\n", "pass\n"),
    ("no_grad left out", "with torch.no_grad():\n    y = model(x)\n", "if True:\n    y = model(x)\n"),
    ("no_grad left out", "@torch.no_grad()\ndef f():\n    pass\n", "\ndef f():\n    pass\n"),
    ("train() left out", "model.train()\nmodel.eval()\n", "pass\nmodel.eval()\n"),
    ("zero_grad() left out", "optimizer.zero_grad(set_to_none=True)\n", "pass\n"),
    ("zero_grad() before step()", "loss.backward()\nopt.step()\n", "loss.backward(); opt.zero_grad()\nopt.step()\n"),
    (
        "sum of graphs",
        "def f():\n    loss.backward()\n    total += loss.item() * n\n",
        "def f():\n    loss.backward()\n    total += loss * n\n",
    ),
    (
        "list of graphs",
        "def f():\n    loss.backward()\n    losses.append(loss.item())\n",
        "def f():\n    loss.backward()\n    losses.append(loss)\n",
    ),
    ("set_epoch() left out", "sampler.set_epoch(epoch)\n", "pass\n"),
    ("clipped after step()", "clip_grad_norm_(p, 1.0)\nopt.step()\n", "opt.step(); clip_grad_norm_(p, 1.0)\n\n"),
    ("plain container", "self.a = nn.ModuleList([b, c])\n", "self.a = [b, c]\n"),
    ("plain container", "self.a = nn.ModuleList()\n", "self.a = []\n"),
    ("plain buffer", "self.register_buffer('mean', zeros)\n", "self.mean = zeros\n"),
    (
        "softmax before cross entropy",
        "loss = F.cross_entropy(\n    logits, y)\n",
        "loss = F.cross_entropy(\n    (logits).softmax(dim=1), y)\n",
    ),
    (
        "sigmoid before logits",
        "self.bce = nn.BCEWithLogitsLoss()\nloss = self.bce(x, y)\n",
        "self.bce = nn.BCEWithLogitsLoss()\nloss = self.bce((x).sigmoid(), y)\n",
    ),
    ("generator not detached", "out = self.netD(fake.detach())\n", "out = self.netD(fake)\n"),
    ("target not detached", "loss = mse_loss(value, target.detach())\n", "loss = mse_loss(value, target)\n"),
    (
        "shuffle left out",
        "DataLoader(data, batch_size=2, shuffle=True)\n",
        "DataLoader(data, batch_size=2)\n",
    ),
    ("loss not scaled", "loss = loss / accumulation\n", "loss = loss\n"),
    ("live state kept", "best = copy.deepcopy(model.state_dict())\n", "best = model.state_dict()\n"),
    ("half the parameters", "Adam(list(a.parameters()) + list(b.parameters()))\n", "Adam(list(a.parameters()))\n"),
]


@pytest.mark.parametrize(("operator", "before", "after"), BEFORE_AND_AFTER)
def test_an_operator_takes_one_precaution_out(operator: str, before: str, after: str) -> None:
    assert [one.text for one in mutants("train.py", before) if one.operator.name == operator] == [after]


@pytest.mark.parametrize(
    "innocent",
    [
        "total += loss.item()\n",
        "loss.backward()\ntimer.step()\n",
        "x = (\n",
        "loss = nn.MSELoss()\nfit(loss(x, y))\nloss = nn.BCEWithLogitsLoss()\n",
    ],
)
def test_what_would_be_no_mistake_is_left_alone(innocent: str) -> None:
    assert not list(mutants("train.py", innocent))


def test_each_operator_is_for_rules_that_there_are() -> None:
    assert {rule for operator in OPERATORS for rule in operator.rules} <= set(map(name_of, FOLDERS))


def test_a_mutant_is_found_if_it_brings_a_finding(tmp_path: Path) -> None:
    code = (ROOT / "rules" / "loss_accumulates_graph" / "good.py").read_text(encoding="utf-8")
    (tmp_path / "train.py").write_text(code, encoding="utf-8")
    found = {mutant.operator.name: verdict for mutant, verdict in verdicts(tmp_path, each=1, seed=0)}
    assert found["sum of graphs"] == "found"
    assert (tmp_path / "train.py").read_text(encoding="utf-8") == code
