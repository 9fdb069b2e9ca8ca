"""`benchmarks.mutations` plants mistakes that its operators name, and says which of them torchlint reports."""

from __future__ import annotations

import ast
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
        "workers left out",
        "DataLoader(data, num_workers=args.workers, persistent_workers=True)\n",
        "DataLoader(data, persistent_workers=True)\n",
    ),
    (
        "parts of one dataset",
        "transform = Flip()\na = Subset(train, one)\nb = Subset(plain, two)\n",
        "transform = Flip()\na = Subset(train, one)\nb = Subset(train, two)\n",
    ),
    ("split without generator", "random_split(data, [8, 2], generator=fixed)\n", "random_split(data, [8, 2])\n"),
    (
        "weights of classes",
        "weights = class_weights[labels]\nWeightedRandomSampler(weights, 9)\n",
        "weights = class_weights\nWeightedRandomSampler(weights, 9)\n",
    ),
    (
        "mask interpolated",
        "mask = cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST)\n",
        "mask = cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR)\n",
    ),
    (
        "no main guard",
        "if __name__ == '__main__':\n    main(num_workers=2)\n",
        "main(num_workers=2)\n\n",
    ),
    (
        "iterator made again",
        "it = iter(loader)\nfor i in range(9):\n    fit(next(it)).backward()\n",
        "it = iter(loader)\nfor i in range(9):\n    fit(next(iter(loader))).backward()\n",
    ),
    ("not sorted", "names = sorted(os.listdir(root))\n", "names = list(os.listdir(root))\n"),
    ("generator not seeded", "g = torch.Generator().manual_seed(1)\n", "g = torch.Generator()\n"),
    (
        "generator not seeded",
        "g = torch.Generator()\ng.manual_seed(1)\n",
        "g = torch.Generator()\npass\n",
    ),
    ("function overwritten", "np.random.seed(args.seed)\n", "np.random.seed = args.seed\n"),
    (
        "epochs seeded",
        "import torch\nfor epoch in range(9):\n    train_one(epoch)\n",
        "import torch\nfor epoch in range(9):\n    torch.manual_seed(0)\n    train_one(epoch)\n",
    ),
    ("one seed for all ranks", "torch.manual_seed(seed + rank)\n", "torch.manual_seed(seed)\n"),
    (
        "parent seeds",
        "import torch\nmp.spawn(work, nprocs=2)\n",
        "import torch\ntorch.manual_seed(0)\nmp.spawn(work, nprocs=2)\n",
    ),
    (
        "workers seeded by number",
        "import numpy as np\nDataLoader(data, shuffle=True)\n",
        "import numpy as np\nDataLoader(data, shuffle=True, worker_init_fn=lambda worker: np.random.seed(worker))\n",
    ),
    (
        "cudnn flags in conflict",
        "cudnn.deterministic = True\ncudnn.benchmark = False\n",
        "cudnn.deterministic = True\ncudnn.benchmark = True\n",
    ),
    ("batch not moved", "for x in loader:\n    x = x.to(device)\n", "for x in loader:\n    pass\n"),
    ("move discarded", "x = x.to(device)\n", "x.to(device)\n"),
    ("change discarded", "x = x.clamp(0, 1)\n", "x.clamp(0, 1)\n"),
    ("wrapped model discarded", "model = nn.DataParallel(model)\n", "nn.DataParallel(model)\n"),
    ("compiled model not called", "model = torch.compile(model)\n", "compiled = torch.compile(model)\n"),
    ("type left out", "if device.type == 'cuda':\n    pass\n", "if device == 'cuda':\n    pass\n"),
    ("copy not waited for", "y = x.cpu().numpy()\n", "y = x.to('cpu', non_blocking=True).numpy()\n"),
    ("no map_location", "w = torch.load(path, map_location='cpu')\n", "w = torch.load(path)\n"),
    (
        "devices hidden too late",
        "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\nmodel = model.cuda()\n",
        "model = model.cuda()\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\n",
    ),
    (
        "loop variable rebound",
        "batch = [x.to(device) for x in batch]\n",
        "for x in batch:\n    x = x.to(device)\n",
    ),
    (
        "loop variable rebound",
        "for key, value in batch.items():\n    batch[key] = value.to(device)\n",
        "for key, value in batch.items():\n    value = value.to(device)\n",
    ),
    ("old name", "import torch\nx = next(iter(loader))\n", "import torch\nx = iter(loader).next()\n"),
    (
        "not scaled to 255",
        "image = (torch.sigmoid(x) * 255).byte()\n",
        "image = ((torch.sigmoid(x))).byte()\n",
    ),
    ("sum of masks", "both = (a == 1) & (b == 1)\n", "both = (((a == 1) + (b == 1)) == 2)\n"),
    ("equal to NaN", "if torch.isnan(x):\n    pass\n", "if (x == float('nan')):\n    pass\n"),
    ("list of arrays", "x = torch.from_numpy(np.stack(rows))\n", "x = torch.tensor(rows)\n"),
    ("irfft without n", "x = torch.fft.irfft(y, n=7)\n", "x = torch.fft.irfft(y)\n"),
    ("cross without dim", "x = torch.cross(a, b, dim=-1)\n", "x = torch.cross(a, b)\n"),
    (
        "type=bool",
        "p.add_argument('--amp', action='store_true')\n",
        "p.add_argument('--amp', type=bool, default=False)\n",
    ),
    (
        "default written",
        "p.add_argument('--lr', default=0.1)\nfit(args.lr)\n",
        "p.add_argument('--lr', default=0.1)\nfit(0.1)\n",
    ),
    (
        "option left out",
        "p.add_argument('--lr')\nargs = p.parse_args()\nfit(args.lr)\n",
        "pass\nargs = p.parse_args()\nfit(args.lr)\n",
    ),
    ("trailing comma", "shuffle = False\n", "shuffle = False,\n"),
    (
        "step left out",
        "for i in steps:\n    writer.add_scalar('loss', x, i)\n",
        "for i in steps:\n    writer.add_scalar('loss', x)\n",
    ),
    (
        "step of epoch",
        "for x in loader:\n    writer.add_scalar('loss', x, epoch * 9 + i)\n",
        "for x in loader:\n    writer.add_scalar('loss', x, epoch)\n",
    ),
    (
        "tag of training",
        "w.add_scalar('loss/train', x, i)\nw.add_scalar('loss/val', y, i)\n",
        "w.add_scalar('loss/train', x, i)\nw.add_scalar('loss/train', y, i)\n",
    ),
]

_TABLES = """\
class Tables(Dataset):
    def __init__(self, path):
        self.path = path
        self.file = None
        self.table = json.load(open(path))

    def __getitem__(self, index):
        with h5py.File(self.path) as file:
            return file[index] + self.table[index] + np.random.rand()

    def first(self):
        self.file = h5py.File(self.path)
"""
IN_A_DATASET = [
    ("handle opened in __init__", "self.file = h5py.File(self.path)\n        self.table"),
    ("handle kept by __init__", "with contextlib.nullcontext(self.kept_file) as file:"),
    ("read for each sample", "json.load(open(self.path))[index]"),
    ("samples seeded", "index):\n        np.random.seed(0)\n        with"),
    ("generator copied to workers", "+ self.drawn_from.rand()"),
]


@pytest.mark.parametrize(("operator", "part"), IN_A_DATASET)
def test_an_operator_changes_a_dataset(operator: str, part: str) -> None:
    [mutant] = [one for one in mutants("data.py", _TABLES) if one.operator.name == operator]
    assert part in mutant.text
    assert part not in _TABLES
    ast.parse(mutant.text)


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
