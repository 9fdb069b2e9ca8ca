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
        "loss severed",
        "optimizer = f()\nloss.backward()\n",
        "optimizer = f()\nloss = torch.tensor(loss.item(), requires_grad=True); loss.backward()\n",
    ),
    (
        "step behind the next forward",
        "opt_d.step()\nif True:\n    loss = d(g(x))\nloss = loss.mean()\nloss.backward()\n",
        "if True:\n    loss = d(g(x))\nloss = loss.mean()\nopt_d.step()\nloss.backward()\n",
    ),
    (
        "one zero_grad() of several",
        "def f():\n    opt_a.zero_grad()\n    loss.backward()\n    opt_a.step()\n    opt_b.step()\n",
        "def f():\n    pass\n    loss.backward()\n    opt_a.step()\n    opt_b.step()\n",
    ),
    (
        "write through .data",
        "def forward(x):\n    x = x.clamp(0, max=1)\n",
        "def forward(x):\n    x.data.clamp_(0, max=1)\n",
    ),
    (
        "state not detached",
        "def f(rnn=LSTM):\n    loss.backward()\n    h = h.detach()\n",
        "def f(rnn=LSTM):\n    loss.backward()\n    pass\n",
    ),
    ("root without epsilon", "y = torch.sqrt(x + 1e-6)\n", "y = torch.sqrt((x))\n"),
    ("logarithm selected", "torch.log(x + eps)\n", "torch.where((x) > 0, torch.log((x)), torch.zeros_like((x)))\n"),
    (
        "error rate in a loss",
        "loss = a + w * F.cross_entropy(x, y)\n",
        "loss = a + w * ((x).argmax(1) != y).float().mean()\n",
    ),
    (
        "context keeps tensors",
        "class A(Function):\n\n    def f(ctx, x):\n        ctx.save_for_backward(x)\n        x, = ctx.saved_tensors\n",
        "class A(Function):\n\n    def f(ctx, x):\n        ctx.x, = x,\n        x, = (ctx.x, )\n",
    ),
    (
        "hook keeps graphs",
        "def keep(m, i, o):\n    kept.append(o.detach())\nl.register_forward_hook(keep)\n",
        "def keep(m, i, o):\n    kept.append(o)\nl.register_forward_hook(keep)\n",
    ),
    (
        "hook returns what it keeps",
        "def keep(m, i, o):\n    kept.append(o.detach())\nl.register_forward_hook(keep)\n",
        "def keep(m, i, o):\n    kept.append(o.detach()); return o.detach()\nl.register_forward_hook(keep)\n",
    ),
    (
        "hook without a parameter",
        "def keep(m, i, o):\n    kept.append(o)\nl.register_forward_hook(keep)\n",
        "def keep(m, o):\n    kept.append(o)\nl.register_forward_hook(keep)\n",
    ),
    ("float size", "nn.Linear(n // 2, 8)\n", "nn.Linear((n) / (2), 8)\n"),
    ("sizes swapped", "nn.Linear(n, 8)\n", "nn.Linear(8, n)\n"),
    (
        "activation left out",
        "nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2))\n",
        "nn.Sequential(nn.Linear(8, 4), nn.Linear(4, 2))\n",
    ),
    ("kernel of two", "nn.Conv2d(1, 2, (3, 3))\n", "nn.Conv1d(1, 2, (3, 3))\n"),
    ("kernel left out", "nn.Conv2d(1, 2, 3, stride, 1)\n", "nn.Conv2d(1, 2, stride, 1)\n"),
    ("kernel left out", "nn.Conv2d(1, 2, kernel_size=3, stride=stride)\n", "nn.Conv2d(1, 2, stride)\n"),
    ("argument left out", "import torch\ndef f(a, b): pass\nf(1, 2)\n", "import torch\ndef f(a, b): pass\nf(1)\n"),
    ("batch second", "nn.GRU(8, 8, batch_first=True)\n", "nn.GRU(8, 8)\n"),
    (
        "mask inverted",
        "nn.MultiheadAttention(8, 2)(x, x, x, key_padding_mask=~m)\n",
        "nn.MultiheadAttention(8, 2)(x, x, x, key_padding_mask=m)\n",
    ),
    ("parameter moved", "self.w = nn.Parameter(torch.ones(2) * 0.1)\n", "self.w = nn.Parameter(torch.ones(2)) * 0.1\n"),
    ("parameter moved", "self.w = nn.Parameter(w)\n", "self.w = nn.Parameter(w).to('cuda')\n"),
    (
        "list multiplied",
        "nn.ModuleList([A(8) for _ in range(n)])\n",
        "nn.ModuleList([A(8)] * (n))\n",
    ),
    ("write without effect", "w.requires_grad = torch.a\n", "w.require_grad = torch.a\n"),
    ("parameter empty", "self.w = nn.Parameter(torch.ones(2))\n", "self.w = nn.Parameter(torch.empty(2))\n"),
    ("view for a transpose", "x.view(b, n, h, d).transpose(1, 2)\n", "x.view(b, h, n, d)\n"),
    ("transpose left out", "x.transpose(1, 2).contiguous().view(b, n, c)\n", "x.reshape(b, n, c)\n"),
    ("half the parameters", "Adam(list(a.parameters()) + list(b.parameters()))\n", "Adam(list(a.parameters()))\n"),
]


IN_A_MODULE = [
    ("layer created in forward", "nn.Linear(8, 8)", "x = self.a(x)", "nn.Linear(8, 8)", "x = nn.Linear(8, 8)(x)"),
    ("layer skipped", "nn.Linear(8, 8)", "x = self.a(x)", "nn.Linear(8, 8)", "pass"),
    ("attribute left out", "nn.Linear(8, 8)", "return self.a(x)", None, "return self.a(x)"),
    ("batch flattened", "nn.Linear(8, 8)", "x = x.flatten(1)", "nn.Linear(8, 8)", "x = x.flatten()"),
    ("squeeze of all", "nn.Linear(8, 1)", "x = x.squeeze(1)", "nn.Linear(8, 1)", "x = x.squeeze()"),
]


def module(layer: str | None, line: str) -> str:
    assigned = f"self.a = {layer}" if layer else "pass"
    return (
        f"class A(nn.Module):\n    def __init__(self):\n        {assigned}\n    def forward(self, x):\n        {line}\n"
    )


@pytest.mark.parametrize(("operator", "layer", "line", "mutated_layer", "mutated_line"), IN_A_MODULE)
def test_an_operator_of_modules(
    operator: str, layer: str, line: str, mutated_layer: str | None, mutated_line: str
) -> None:
    found = [one.text for one in mutants("net.py", module(layer, line)) if one.operator.name == operator]
    assert found == [module(mutated_layer, mutated_line)]


@pytest.mark.parametrize(("operator", "before", "after"), BEFORE_AND_AFTER)
def test_an_operator_takes_one_precaution_out(operator: str, before: str, after: str) -> None:
    assert [one.text for one in mutants("train.py", before) if one.operator.name == operator] == [after]


@pytest.mark.parametrize(
    "innocent",
    [
        "total += loss.item()\n",
        "loss.backward()\ntimer.step()\n",
        "x = (\n",
        "rows.append(nn.ModuleList([a, b]))\n",
        "layer.w = nn.Parameter(torch.zeros(2))\nnn.init.normal_(layer.w)\n",
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
