"""Train and eval mode: what switches a model, and whether its layers care."""

from __future__ import annotations

import pytest

from torchlint.domain.modes import mode_of
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.flow.state import DEEPEST_CALL
from torchlint.queries import File

START = """
import contextlib, copy, torch, torchvision, transformers
import torch.nn.functional as F
from torch import nn
def make(p=0.5): return nn.Sequential(nn.Linear(2, 2), nn.Dropout(p))
class Engine:
    def __init__(self, net): self.net = net
model = make()
"""


# As many calls as are followed, one inside the other, up to that of LAST.
LAST = f"call_{DEEPEST_CALL - 1}"
CALLS = "\n".join(f"def call_{depth}(): return call_{depth + 1}()" for depth in range(DEEPEST_CALL - 1))
DEEP = f"""
class Deep(nn.Module):
    def __init__(self): super().__init__(); self.part = make()
    def start(self): return torch.zeros(2)
    def off(self): self.eval()
    def masked(self): return self.train_mask if self.is_train(self.part) else self.eval_mask
    def forward(self, x): return self.part(x)
model = Deep()
{CALLS}
"""


def mode_at(code: str) -> str:
    """The mode, of the model and all its parts, in which the code's last statement calls it."""
    return mode_of(File("modes.py", f"{START}\n{code}\nmodel(x)\n").facts.forwards[-1].switches)


@pytest.mark.parametrize(
    ("code", "mode"),
    [
        ("", "train"),
        ("model.eval()", "eval"),
        ("model.train(False)", "eval"),
        ("model.train(mode=True)", "train"),
        ("model.train(flag)", ""),
        ("if flag: model.eval()", ""),
        ("if flag: model.eval()\nelse: model.train(False)", "eval"),
        ("for _ in items: model.eval()", ""),
        ("for one in [model, make()]: one.eval()", "eval"),
        ("nets = {'a': model, 'b': make()}\nfor one in nets.values(): one.eval()", "eval"),
        ("nets = [model, make()]\nfor one in nets: one.eval()\nfor one in nets: one.train()", "train"),
        ("for one in [model, make()]:\n    if flag: one.eval()", ""),
        ("model = nn.DataParallel(model)\nmodel.module.eval()", "eval"),
        ("other = copy.deepcopy(model)\nother.eval()", "train"),
        ("other = make()\nother.eval()", "train"),
        ("other = make()\nmodel.eval()\nother.train()", "eval"),
        ("model.eval()\nmodel = copy.deepcopy(model)", "eval"),
        ("was = model.training\nmodel.eval()\nmodel.train(was)", "train"),
        ("was = model.training\nmodel.eval()\nif was: model.train()", "train"),
        ("model.train(flag)\nif model.training: model.eval()", "eval"),
        ("model.train(flag)\nif not model.training: model.train()", "train"),
        ("model.train(flag)\nif not model.training: model.eval()", ""),
        ("model.train(flag)\nwas = model.training\nmodel.train()\nif was: model.eval()", ""),
        ("model.train(flag)\nwas = model.training\nmodel.eval()\nif was: model.train()", ""),
        ("def off(net):\n    if flag:\n        net.train()\n        return\n    net.eval()\noff(model)", ""),
        ("def off(net, on):\n    if on: return\n    net.eval()\noff(model, True)", "train"),
        ("def off(net, on):\n    if on: return\n    net.eval()\noff(model, False)", "eval"),
        ("for part in model.children(): part.eval()", ""),
        ("model[1].eval()", ""),
        ("elsewhere(model)", ""),
        (f"{DEEP}def {LAST}(): return model.start()\ncall_0()", "train"),
        (f"{DEEP}def {LAST}(): return model.masked()\ncall_0()", "train"),
        (f"{DEEP}def {LAST}(): return model.off()\ncall_0()", ""),
        ("engine = Engine(model)", "train"),
        ("engine = Engine(model)\nelsewhere(engine)", ""),
        ("elsewhere(model)\nmodel.eval()", "eval"),
        ("model.load_state_dict(torch.load(path))", "train"),
        ("model = transformers.AutoModel.from_pretrained(name)", "eval"),
        ("try:\n    model.eval()\nfinally:\n    done()", "eval"),
        (
            "@contextlib.contextmanager\ndef off():\n    model.eval()\n    yield\n    model.train()\nwith off(): pass",
            "train",
        ),
    ],
)
def test_mode(code: str, mode: str) -> None:
    assert mode_at(code) == mode


def test_a_context_manager_switches_inside_its_block() -> None:
    manager = "@contextlib.contextmanager\ndef off():\n    model.eval()\n    yield\n    model.train()\n"
    file = File("modes.py", f"{START}\n{manager}\nwith off():\n    model(x)\nmodel(x)\n")
    assert [fact.mode for fact in file.facts.forwards] == ["eval", "train"]


@pytest.mark.parametrize(
    ("made", "level"),
    [
        ("nn.Linear(2, 2)", NO),
        ("nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2), nn.GroupNorm(1, 2))", NO),
        ("nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))", YES),
        ("nn.BatchNorm1d(2, track_running_stats=False)", NO),
        ("nn.InstanceNorm1d(2)", NO),
        ("nn.InstanceNorm1d(2, track_running_stats=True)", YES),
        ("nn.LazyInstanceNorm1d()", NO),
        ("nn.LazyInstanceNorm1d(1e-5, 0.1, False, True)", YES),
        ("make()", YES),
        ("make(0)", NO),
        ("make(p=0.0)", NO),
        ("make(settings.dropout)", MAYBE),
        ("nn.LSTM(2, 2, dropout=0.5)", NO),
        ("nn.LSTM(2, 2, 2, dropout=0.5)", YES),
        ("nn.LSTM(2, 2, layers, dropout=0.5)", MAYBE),
        ("nn.MultiheadAttention(2, 1)", NO),
        ("nn.MultiheadAttention(2, 1, 0.1)", YES),
        ("nn.TransformerEncoder(nn.TransformerEncoderLayer(2, 1), 2)", YES),
        ("nn.TransformerEncoder(nn.TransformerEncoderLayer(2, 1, dropout=0), 2)", NO),
        ("nn.Sequential(*[nn.Linear(2, 2), nn.Dropout()])", YES),
        ("nn.Sequential(*[nn.Linear(2, 2), nn.ReLU()])", NO),
        ("nn.Sequential(nn.BatchNorm1d(2) if flag else nn.Identity(), nn.Linear(2, 2))", MAYBE),
        ("nn.Sequential(nn.Linear(2, 2), elsewhere())", MAYBE),
        ("torchvision.models.resnet18()", YES),
        ("torchvision.models.vit_b_16()", NO),
        ("elsewhere()", MAYBE),
    ],
)
def test_layers_of_what_is_made(made: str, level: int) -> None:
    file = File("layers.py", f"{START}\nmodel = {made}\nmodel.train()\nmodel(x)\n")
    assert file.analysis.layers.of(file.facts.forwards[-1].model) == level


CLASS = """
class Net(nn.Module):
    def __init__(self, p=0.5, norm=True):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        {init}
    def forward(self, x):
        {forward}
        return self.linear(x)
model = Net({given})
"""


@pytest.mark.parametrize(
    ("init", "forward", "given", "level"),
    [
        ("pass", "pass", "", NO),
        ("self.drop = nn.Dropout(p)", "pass", "", YES),
        ("self.drop = nn.Dropout(p)", "pass", "0", NO),
        ("self.drop = nn.Dropout(p)", "pass", "p=settings.p", MAYBE),
        ("self.p = p; self.drop = make(self.p)", "pass", "", YES),
        ("self.parts = nn.ModuleList([make(p) for _ in range(3)])", "pass", "", YES),
        ("self.add_module('drop', nn.Dropout(p))", "pass", "", YES),
        ("self.norm = nn.BatchNorm1d(2) if norm else nn.LayerNorm(2)", "pass", "", YES),
        ("self.norm = nn.BatchNorm1d(2) if norm else nn.LayerNorm(2)", "pass", "norm=False", NO),
        ("self.norm = nn.BatchNorm1d(2) if norm else nn.LayerNorm(2)", "pass", "norm=settings.norm", MAYBE),
        ("self.part = elsewhere()", "x = self.part(x)", "", MAYBE),
        ("pass", "x = F.dropout(x, training=self.training)", "", YES),
        ("pass", "x = F.dropout(x, 0.0, self.training)", "", NO),
        ("self.p = p", "x = F.dropout(x, self.p, self.training)", "", MAYBE),
        ("pass", "x = F.dropout(x)", "", NO),
        ("pass", "x = x if self.training else x + 1", "", MAYBE),
    ],
)
def test_layers_of_a_class(init: str, forward: str, given: str, level: int) -> None:
    made = CLASS.format(init=init, forward=forward, given=given)
    file = File("layers.py", f"{START}{made}\nmodel(x)\n")
    assert file.analysis.layers.of(file.facts.forwards[-1].model) == level
