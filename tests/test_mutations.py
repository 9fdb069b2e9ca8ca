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
    (
        "zero_grad() per epoch",
        "for epoch in epochs:\n    for x in loader:\n        opt.zero_grad()\n        opt.step()\n",
        "for epoch in epochs:\n    opt.zero_grad()\n    for x in loader:\n        opt.step()\n",
    ),
    (
        "zero_grad() per micro-batch",
        "if i % 4 == 0:\n    opt.step()\n    opt.zero_grad()\n",
        "if i % 4 == 0:\n    opt.step()\nopt.zero_grad()\n",
    ),
    (
        "step() twice",
        "loss.backward()\nclip(model)\nopt.step()\n",
        "loss.backward(); opt.step()\nclip(model)\nopt.step()\n",
    ),
    (
        "clipped before backward()",
        "loss.backward()\nclip_grad_norm_(p, 1)\n",
        "clip_grad_norm_(p, 1)\nloss.backward()\n",
    ),
    (
        "scheduler first",
        "for i in range(9):\n    train(model)\n    sched.step()\n",
        "for i in range(9):\n    sched.step()\n    train(model)\n",
    ),
    (
        "average per micro-batch",
        "if accelerator.sync_gradients:\n    ema.step(model)\n",
        "if accelerator.sync_gradients:\n    pass\nema.step(model)\n",
    ),
    (
        "accumulation unfinished",
        "if (i + 1) % 4 == 0 or i + 1 == len(loader):\n    opt.step()\n",
        "if (i + 1) % 4 == 0:\n    opt.step()\n",
    ),
    (
        "optimizer too early",
        "model.fc = nn.Linear(2, 1)\nopt = Adam(model.parameters())\n",
        "opt = Adam(model.parameters())\nmodel.fc = nn.Linear(2, 1)\n",
    ),
    ("backward() of the loss", "accelerator.backward(loss)\n", "(loss).backward()\n"),
    (
        "step() of the optimizer",
        "scaler.scale(loss).backward()\nscaler.step(opt)\n",
        "scaler.scale(loss).backward()\nopt.step()\n",
    ),
    ("mask of -1e9 is filled in", "s.masked_fill(m, float('-inf'))\n", "s.masked_fill(m, -1000000000.0)\n"),
    ("manager not entered", "with torch.no_grad():\n    f(x)\n", "torch.no_grad()\nif True:\n    f(x)\n"),
    ("gradients of zeros", "opt.zero_grad()\n", "opt.zero_grad(set_to_none=False)\n"),
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
