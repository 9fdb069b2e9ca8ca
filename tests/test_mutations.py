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
    (
        "model inside called",
        "model = DDP(m)\ndef f():\n    model(x).backward()\n",
        "model = DDP(m)\ndef f():\n    model.module(x).backward()\n",
    ),
    ("converted after wrapping", "model = DDP(m)\n", "model = DDP(m); model.bfloat16()\n"),
    ("attribute of the wrapper", "m = DataParallel(n)\nm.module.encoder\n", "m = DataParallel(n)\nm.encoder\n"),
    ("always a wrapper", "state(m.module if hasattr(m, 'module') else m)\n", "state(m.module)\n"),
    ("not reduced", "def evaluate():\n    dist.all_reduce(n)\n", "def evaluate():\n    pass\n"),
    (
        "on one rank",
        "import torch\ndist.barrier()\n",
        "import torch\nif torch.distributed.get_rank() == 0: dist.barrier()\n",
    ),
    ("every rank saves", "if rank == 0:\n    torch.save(m, f)\n", "if True:\n    torch.save(m, f)\n"),
    ("saved by all", "utils.save_on_master(m, f)\n", "torch.save(m, f)\n"),
    (
        "local rank as rank",
        "import os\ns = DistributedSampler(d, rank=r)\n",
        "import os\ns = DistributedSampler(d, rank=int(os.environ['LOCAL_RANK']))\n",
    ),
    (
        "rank as device",
        "import torch\nDDP(m, device_ids=[gpu])\n",
        "import torch\nDDP(m, device_ids=[torch.distributed.get_rank()])\n",
    ),
    ("second model not wrapped", "a = DDP(a)\nb = DDP(b)\nb.parameters()\n", "a = DDP(a)\npass\nb.parameters()\n"),
    (
        "left on one rank",
        "m = DDP(m)\nfor e in r:\n    train(m)\n    if a > 3:\n        break\n",
        "m = DDP(m)\nfor e in r:\n    train(m)\n    if torch.distributed.get_rank() == 0 and (a > 3):\n        break\n",
    ),
    (
        "batch skipped",
        "for x in d:\n    assert isfinite(loss)\n",
        "for x in d:\n    if not (isfinite(loss)): continue\n",
    ),
    (
        "no group needed",
        "def f(n):\n    if world_size > 1:\n        dist.all_reduce(n)\n",
        "def f(n):\n    if True:\n        dist.all_reduce(n)\n",
    ),
    ("not waited for", "h = all_reduce(x, async_op=True)\nh.wait()\n", "h = all_reduce(x, async_op=True)\npass\n"),
    (
        "failed group ignored",
        "if n:\n    init_process_group()\n",
        "if n:\n    try:\n        init_process_group()\n    except Exception:\n        rank, world_size = 0, 1\n",
    ),
    (
        "loss per GPU",
        "m = DataParallel(m)\ndef f():\n    loss.mean().backward()\n",
        "m = DataParallel(m)\ndef f():\n    loss.backward()\n",
    ),
    (
        "clipped by torch",
        "m = FSDP(m)\nm.clip_grad_norm_(1)\n",
        "m = FSDP(m)\ntorch.nn.utils.clip_grad_norm_(m.parameters(), 1)\n",
    ),
    ("live state kept", "s = {k: v.clone() for k, v in m.state_dict().items()}\n", "s = m.state_dict()\n"),
    ("best model not copied", "best = copy.deepcopy(model)\n", "best = model\n"),
    ("best score not restored", "best = loaded['best']\n", "pass\n"),
    ("other infinity", "best = float('inf')\n", "best = -float('inf')\n"),
    ("other infinity", "best = -np.inf\n", "best = np.inf\n"),
    (
        "other key saved",
        "s = {'n': 1, 'm': m.state_dict()}\nn = torch.load(f)['n']\n",
        "s = {'last_n': 1, 'm': m.state_dict()}\nn = torch.load(f)['n']\n",
    ),
    (
        "scheduler not saved",
        "opt.load_state_dict(a)\ns = {'o': opt.state_dict(), 's': sched.state_dict()}\n",
        "opt.load_state_dict(a)\ns = {'o': opt.state_dict()}\n",
    ),
    (
        "failed load ignored",
        "m.load_state_dict(s)\n",
        "try:\n    m.load_state_dict(s)\nexcept Exception as error:\n    print(error)\n",
    ),
    (
        "not strict",
        "s = torch.load(f)\nm.load_state_dict(s)\n",
        "s = torch.load(f)\nm.load_state_dict(s, strict=False)\n",
    ),
    (
        "missing keys unread",
        "r = m.load_state_dict(s, strict=False)\n",
        "r = None; m.load_state_dict(s, strict=False)\n",
    ),
    (
        "weights by position",
        "s = torch.load(f)\nm.load_state_dict(s)\n",
        "s = torch.load(f)\nm.load_state_dict(dict(zip(m.state_dict(), (s).values())))\n",
    ),
    ("whole model saved", "torch.save(m.state_dict(), f)\n", "torch.save(m, f)\n"),
    (
        "saved in each step",
        "def f():\n    for x in d:\n        loss.backward()\n        if i % 9 == 0:\n            torch.save(m, f)\n",
        "def f():\n    for x in d:\n        loss.backward()\n        if True:\n            torch.save(m, f)\n",
    ),
    ("padding in labels", "labels[mask == 0] = -100\n", "pass\n"),
    (
        "labels shifted",
        "m = GPT2LMHeadModel()\nm(input_ids=a, labels=b)\n",
        "m = GPT2LMHeadModel()\nm(input_ids=a[:, :-1], labels=b[:, 1:])\n",
    ),
    ("end as padding", "t.pad_token = t.unk_token\nt.pad_token_id\n", "t.pad_token = t.eos_token\nt.pad_token_id\n"),
    ("mask left out", "tokenizer(t)\nmodel(a, attention_mask=b)\n", "tokenizer(t)\nmodel(a)\n"),
    ("padding in the mean", "pad = 0\ny = (x * mask).sum(1) / mask.sum(1)\n", "pad = 0\ny = (x).mean(1)\n"),
    ("padding in the mean", "pad = 0\ny = torch.sum(x * mask, 1) / mask.sum(1)\n", "pad = 0\ny = (x).mean(1)\n"),
    (
        "weights never read",
        "m = MultiheadAttention(4, 1)\nm(x, need_weights=False)\n",
        "m = MultiheadAttention(4, 1)\nm(x)\n",
    ),
    (
        "version as text",
        "if version.parse(timm.__version__) >= version.parse('0.9'):\n    pass\n",
        "if timm.__version__ >= '0.9':\n    pass\n",
    ),
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
