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
    ("dropout always on", "F.dropout(x, 0.1, training=self.training)\n", "F.dropout(x, 0.1)\n"),
    ("attention dropout always on", "f(q, dropout_p=r if self.training else 0.0)\n", "f(q, dropout_p=r)\n"),
    (
        "train() of a class left out",
        "class Net(nn.Module):\n    def train(self, mode=True):\n        self.part.eval()\n",
        "class Net(nn.Module):\n    pass\n\n",
    ),
    ("not frozen", "self.vgg.requires_grad_(False)\n", "pass\n"),
    ("not frozen", "for p in vgg.parameters():\n    p.requires_grad = False\n", "pass\n\n"),
    ("momentum as eps", "nn.BatchNorm2d(8, momentum=0.01, eps=1e-3)\n", "nn.BatchNorm2d(8, 0.01)\n"),
    ("dropout of one layer", "import torch\nLSTM(8, 9)\n", "import torch\nLSTM(8, 9, dropout=0.5)\n"),
    (
        "layers left out",
        "LSTM(8, 9, num_layers=2, dropout=0.5)\n",
        "LSTM(8, 9, dropout=0.5)\n",
    ),
    ("freeze=False left out", "nn.Embedding.from_pretrained(v, freeze=False)\n", "nn.Embedding.from_pretrained(v)\n"),
    ("wrong count", "total /= len(loader)\n", "total /= len(loader.dataset)\n"),
    ("wrong count", "mean = total / len(loader.dataset)\n", "mean = total / len(loader)\n"),
    (
        "batches dropped",
        "test_loader = DataLoader(data, 8, drop_last=False)\n",
        "test_loader = DataLoader(data, 8, drop_last=True)\n",
    ),
    (
        "validated on training data",
        "fit(train_loader)\nvalidate(val_loader)\n",
        "fit(train_loader)\nvalidate(train_loader)\n",
    ),
    (
        "selected on test data",
        "best = score(val_data)\nprint(test_data)\n",
        "best = score(test_data)\nprint(test_data)\n",
    ),
    ("statistics not averaged", "for a, b in zip(ema.buffers(), net.buffers()):\n    a.copy_(b)\n", "pass\n\n"),
    ("statistics not averaged", "update_bn(loader, averaged)\n", "pass\n"),
    ("loss arguments swapped", "F.cross_entropy(logits, labels)\n", "F.cross_entropy(labels, logits)\n"),
    ("loss class on tensors", "F.mse_loss(a, b)\n", "torch.nn.MSELoss(a, b)\n"),
    ("loss class on tensors", "nn.MSELoss()(a, b)\n", "nn.MSELoss(a, b)\n"),
    ("loss of a square", "F.mse_loss(out.squeeze(1), y)\n", "F.mse_loss(out, y)\n"),
    (
        "one class",
        "self.fc = nn.Linear(8, num_classes)\nloss = F.cross_entropy(out, y)\n",
        "self.fc = nn.Linear(8, 1)\nloss = F.cross_entropy(out, y)\n",
    ),
    (
        "cross entropy of one logit",
        "fc = nn.Linear(8, 1)\nF.binary_cross_entropy_with_logits(x, y)\n",
        "fc = nn.Linear(8, 1)\nF.cross_entropy(x, y)\n",
    ),
    (
        "loss of a sigmoid",
        "F.binary_cross_entropy_with_logits(x, y)\n",
        "F.binary_cross_entropy(torch.sigmoid(x), y)\n",
    ),
    ("loss of a sigmoid", "F.logsigmoid(x)\n", "torch.log(torch.sigmoid(x))\n"),
    ("logarithm of softmax", "F.log_softmax(x, dim=1)\n", "torch.log(F.softmax(x, dim=1))\n"),
    ("softmax before kl_div", "F.kl_div(x.log_softmax(1), y)\n", "F.kl_div(x.softmax(1), y)\n"),
    ("batchmean left out", "F.kl_div(x, y, reduction='batchmean')\n", "F.kl_div(x, y)\n"),
    ("softmax over the batch", "x.softmax(dim=1)\n", "x.softmax(dim=0)\n"),
    (
        "threshold without sigmoid",
        "BCEWithLogitsLoss()\ny = torch.sigmoid(x) > 0.5\n",
        "BCEWithLogitsLoss()\ny = x > 0.5\n",
    ),
    ("relu before activation", "torch.sigmoid(self.fc(x))\n", "torch.sigmoid(torch.relu(self.fc(x)))\n"),
    (
        "relu before activation",
        "nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())\n",
        "nn.Sequential(nn.Linear(8, 1), torch.nn.ReLU(), nn.Sigmoid())\n",
    ),
    ("relu before regression", "F.mse_loss(out, y)\n", "F.mse_loss(torch.relu(out), y)\n"),
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
    names = ("sum of graphs", "list of graphs")
    found = {mutant.operator.name: verdict for mutant, verdict in verdicts(tmp_path, each=1, seed=0, names=names)}
    assert found == {"sum of graphs": "found"}
    assert (tmp_path / "train.py").read_text(encoding="utf-8") == code
