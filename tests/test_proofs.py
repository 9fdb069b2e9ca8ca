"""What each finding asks a run to look at: the right probe, and the right expressions by their roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, name_of
from torchlint import proofs
from torchlint.finding import Finding, Span
from torchlint.queries import File
from torchlint.reading import read_source
from torchlint.rule import Rule

Pack = dict[str, Rule]
PROBES = [name for name, made in vars(proofs).items() if getattr(made, "__module__", "") == proofs.__name__]

# The rules of which no run can say anything; their pages say why.
UNSETTLED = {"dataparallel-instead-of-ddp"}

SUM = """
import torch
import torch.nn.functional as F

def train(model, loader, optimizer):
    total = 0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss
    return float(total)
"""
PLAIN_SUM = SUM.replace("total += loss", "total = total + 2 * loss")
ATTRIBUTE = """
import torch.nn.functional as F

class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader, self.total = model, loader, 0

    def train(self):
        for x, y in self.loader:
            loss = F.mse_loss(self.model(x), y)
            loss.backward()
            self.total += loss
"""
LIST = (
    SUM.replace("total = 0", "losses = []")
    .replace("total += loss", "losses.append(loss)")
    .replace("return float(total)", "print(len(losses))")
)
DICT = LIST.replace("losses = []", "losses = {'train': []}").replace("losses.append", "losses['train'].append")
EVALUATION = """
import torch

def evaluate(model, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        output = model(x.cuda())
        correct += (output.argmax(1) == y).sum().item()
    return correct
"""
HOOK = """
import torch

def trace(model, store):
    for layer in model.children():
        layer.register_forward_hook(lambda m, i, o: store.append(o.shape))
    model.eval()
"""
TUPLE = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.classes, self.boxes = nn.Linear(3, 10), nn.Conv2d(3, 4, 1)

    def forward(self, x):
        features = torch.relu(x)
        return self.classes(features), self.boxes(features)

net = Net()
"""
BCE = """
import torch
import torch.nn.functional as F

def loss(logits, y):
    p = torch.sigmoid(logits)
    return F.binary_cross_entropy(p, y)
"""
LOG = """
import torch

def loss(logits, y):
    return -(y * torch.log(torch.sigmoid(logits))).mean()
"""
LOGITS = """
import torch
from torch import nn

def loss(logits, y):
    return nn.BCEWithLogitsLoss()(torch.sigmoid(logits), y)
"""
SOFTMAX = """
import torch.nn.functional as F

def loss(logits, y):
    p = F.softmax(logits, dim=1)
    return F.cross_entropy(p, y)
"""
LOG_OF_SOFTMAX = """
import torch
import torch.nn.functional as F

def loss(logits, y):
    p = F.softmax(logits, dim=1)
    return F.nll_loss(torch.log(p), y)
"""
NLL = """
import torch.nn.functional as F

def loss(logits, y):
    return F.nll_loss(F.softmax(logits, dim=1), y)
"""
PLAIN_LIST = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(8, 8), nn.Linear(8, 8)]

    def forward(self, x):
        return self.layers[1](self.layers[0](x))
"""
SAMPLE = """
import torch
from PIL import Image
import numpy as np

class Images(torch.utils.data.Dataset):
    def __getitem__(self, index):
        image = np.array(Image.open(self.paths[index]))
        scaled = image / 255.0
        return scaled

    def __len__(self):
        return len(self.paths)
"""
MOVE = """
import torch

x = torch.ones(2)
x.to('cuda')
"""
WAIT = """
import torch
import torch.nn.functional as F

def train(model, loader: torch.utils.data.DataLoader):
    for x, y in loader:
        loss = F.cross_entropy(model(x.cuda()), y.cuda())
        loss.backward()
        print(loss.item())
"""
TRAINING = """
import torch
import torch.nn.functional as F

def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
"""
CLEARED = TRAINING.replace("        loss =", "        optimizer.zero_grad()\n        loss =")
EMPTIED = TRAINING.replace("        optimizer.step", "        optimizer.zero_grad()\n        optimizer.step")
EARLY = CLEARED.replace("        loss.b", "        scheduler.step()\n        loss.b")
CLIPPED = CLEARED.replace(
    "        loss.b", "        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        loss.b"
)
SCALED = (
    CLIPPED.replace("        loss.backward()\n", "")
    .replace("        torch.nn.utils", "        scaler.scale(loss).backward()\n        torch.nn.utils")
    .replace("optimizer.step()", "scaler.step(optimizer)")
)
REUSED = """
import torch
from torch import nn

model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
out = model(torch.rand(2))
out.sum().backward(retain_graph=True)
optimizer.step()
out.mean().backward()
"""


@pytest.mark.parametrize(
    ("rule", "text", "probe", "captures"),
    [
        ("loss-accumulates-graph", SUM, "retained_graph", {"accumulator": "total", "at": "total += loss"}),
        (
            "loss-accumulates-graph",
            PLAIN_SUM,
            "retained_graph",
            {"accumulator": "total", "at": "total = total + 2 * loss"},
        ),
        (
            "loss-accumulates-graph",
            ATTRIBUTE,
            "retained_graph",
            {"accumulator": "self.total", "at": "self.total += loss"},
        ),
        ("list-accumulates-graph", LIST, "retained_graph", {"accumulator": "losses", "at": "losses.append(loss)"}),
        (
            "list-accumulates-graph",
            DICT,
            "retained_graph",
            {"accumulator": "losses['train']", "at": "losses['train'].append(loss)"},
        ),
        ("eval-without-no-grad", EVALUATION, "held_activations", {"result": "model(x.cuda())"}),
        (
            "hook-never-removed",
            HOOK,
            "hook_lifetime",
            {
                "at": "layer.register_forward_hook(lambda m, i, o: store.append(o.shape))",
                "hook": "lambda m, i, o: store.append(o.shape)",
                "body": "lambda m, i, o: store.append(o.shape)",
            },
        ),
        (
            "tuple-output",
            TUPLE,
            "output_structure",
            {"result": "return self.classes(features), self.boxes(features)", "model": "self"},
        ),
        (
            "sigmoid-in-loss",
            BCE,
            "saturation",
            {"argument": "p", "at": "F.binary_cross_entropy(p, y)", "logits": "logits", "target": "y"},
        ),
        (
            "sigmoid-in-loss",
            LOG,
            "saturation",
            {"argument": "torch.sigmoid(logits)", "at": "torch.log(torch.sigmoid(logits))", "logits": "logits"},
        ),
        (
            "sigmoid-before-bce-with-logits",
            LOGITS,
            "softmaxed_input",
            {
                "logits": "torch.sigmoid(logits)",
                "target": "y",
                "callee": "nn.BCEWithLogitsLoss()",
                "at": "nn.BCEWithLogitsLoss()(torch.sigmoid(logits), y)",
            },
        ),
        (
            "softmax-before-cross-entropy",
            SOFTMAX,
            "softmaxed_input",
            {"class_logits": "p", "target": "y", "callee": "F.cross_entropy", "at": "F.cross_entropy(p, y)"},
        ),
        ("log-of-softmax", LOG_OF_SOFTMAX, "saturation", {"argument": "p", "at": "torch.log(p)"}),
        (
            "nll-without-log-softmax",
            NLL,
            "value_domain",
            {"log_probabilities": "F.softmax(logits, dim=1)", "at": "F.nll_loss(F.softmax(logits, dim=1), y)"},
        ),
        (
            "module-in-plain-container",
            PLAIN_LIST,
            "unregistered_parameters",
            {"container": "self.layers", "at": "self.layers = [nn.Linear(8, 8), nn.Linear(8, 8)]"},
        ),
        ("missing-zero-grad", TRAINING, "stale_gradients", {"optimizer": "optimizer", "at": "optimizer.step()"}),
        (
            "zero-grad-between-backward-and-step",
            EMPTIED,
            "gradients_at_step",
            {"zero": "optimizer", "optimizer": "optimizer", "at": "optimizer.step()"},
        ),
        (
            "graph-reused-after-step",
            REUSED,
            "changed_parameters",
            {"forward": "model(torch.rand(2))", "loss": "out.mean()", "at": "out.mean().backward()"},
        ),
        (
            "scheduler-step-order-or-missing",
            EARLY,
            "scheduler_order",
            {"scheduler": "scheduler", "step": "optimizer.step()"},
        ),
        (
            "scheduler-step-order-or-missing",
            CLEARED.replace("scheduler =", "_ ="),
            "scheduler_steps",
            {"scheduler": "torch.optim.lr_scheduler.StepLR(optimizer, 30)"},
        ),
        (
            "clip-grad-wrong-place",
            CLIPPED,
            "clipped_gradients",
            {
                "parameters": "model.parameters()",
                "at": "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)",
            },
        ),
        (
            "amp-clip-without-unscale",
            SCALED,
            "scaled_gradients",
            {
                "scaler": "scaler",
                "optimizer": "optimizer",
                "at": "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)",
            },
        ),
        (
            "per-sample-cpu-transform",
            SAMPLE,
            "batched_transform",
            {"result": "image / 255.0", "first": "image", "second": "255.0"},
        ),
        ("discarded-tensor-op", MOVE, "discarded_result", {"tensor": "x", "at": "x.to('cuda')"}),
        ("sync-in-hot-loop", WAIT, "blocked_time", {"tensor": "loss", "at": "loss.item()"}),
    ],
)
def test_a_finding_captures_the_right_expressions(
    rule: str, text: str, probe: str, captures: dict[str, str], pack: Pack
) -> None:
    (finding,) = found(pack[rule], "a.py", text)
    assert finding.proof is not None
    assert finding.proof.probe == probe
    assert captured(finding, text) == captures


def found(rule: Rule, path: str, text: str) -> list[Finding]:
    assert rule.check is not None
    return list(rule.check(File(path, text)))


def captured(finding: Finding, text: str) -> dict[str, str]:
    """The code that a finding's experiment captures, by role."""
    captures = finding.proof.captures if finding.proof else ()
    return {role: text[span.start : span.end] for role, span in captures}


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_every_finding_has_an_experiment_on_code_of_its_file(folder: Path, pack: Pack) -> None:
    source = read_source(str(folder / "bad.py"))
    rule = pack[name_of(folder)]
    findings = found(rule, source.path, source.text)
    assert bool(findings) is not rule.needs_run  # what only a run can find needs no experiment
    page = (folder / "README.md").read_text(encoding="utf-8")
    if "\n## Why no run\n" in page:
        assert not [finding for finding in findings if finding.proof is not None], "a run can tell after all"
        return
    for finding in findings:
        if name_of(folder) in UNSETTLED:
            assert finding.proof is None
            continue
        assert finding.proof is not None, finding
        assert finding.proof.probe in PROBES
        captures = captured(finding, source.text)
        assert captures, finding
        for role, code in captures.items():
            assert code == code.strip() != "", (role, finding)
            compile(code.removeprefix("return "), "<captured>", "exec")


def test_a_tensor_whose_numbers_are_read_elsewhere_is_not_timed() -> None:
    class Place:
        span = Span(3, 7)

    assert proofs.blocked_time(tensor=Place(), at=Place()).captures == (("tensor", Span(3, 7)),)
