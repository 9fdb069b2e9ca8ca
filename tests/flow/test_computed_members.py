"""What a file of the project holds under a name that the program computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in

NETWORKS = """
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


class Narrow(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        return self.block(x).sigmoid()


if __name__ == "__main__":
    print(Narrow())
"""
WIDE = """
class Wide(Narrow):
    def forward(self, x):
        return self.block(self.block(x)).sigmoid()


def layers():
    return 2
"""
LOSSES = """
from torch import nn


def weights(labels):
    return labels.float().mean()


class Squared(nn.MSELoss):
    pass
"""
PARTS = """
import torch.nn.functional as F


def squared(x, y):
    return F.mse_loss(x, y)


def absolute(x, y):
    return (x - y).abs().mean()
"""
LONG = "from torch import nn\n" + "".join(
    f"\n\nclass Loss{n}(nn.Module):\n    def forward(self, x, y):\n        return (x - y).abs().mean() * {n}\n"
    for n in range(9)
)


@pytest.mark.parametrize(
    ("texts", "expression", "said"),
    [
        ({"parts": NETWORKS}, "getattr(parts, name)", "class, Narrow"),
        ({"parts": NETWORKS}, "getattr(parts, name)()", "module, Narrow"),
        ({"parts": NETWORKS}, "parts.__dict__[name]()", "module, Narrow"),
        ({"parts": NETWORKS}, "vars(parts)[name]()", "module, Narrow"),
        ({"parts": NETWORKS}, "getattr(parts, 'Block')()", "module, Block"),
        ({"parts": NETWORKS + WIDE}, "getattr(parts, name)()(x)", "tensor, grad, sigmoid"),
        ({"parts": NETWORKS + WIDE}, "getattr(parts, f'Wi{name}')()", "module, Wide"),
        ({"parts": NETWORKS + WIDE}, "getattr(parts, f'Other{name}')", "unknown"),
        ({"parts": LOSSES}, "getattr(parts, name)()", "module, Squared"),
        ({"parts": PARTS}, "getattr(parts, name)(x, x)", "tensor, no grad"),
        ({"parts": LONG}, "getattr(parts, name)()(x, x)", "tensor, no grad"),
        ({"parts": "RATE = 3\n"}, "getattr(parts, name)", "unknown"),
        (
            {"parts/__init__": "from parts.nets import Narrow\n", "parts/nets": NETWORKS},
            "getattr(parts, name)()",
            "module, Narrow",
        ),
        (
            {"parts/__init__": "from .nets import *\n", "parts/nets": NETWORKS},
            "getattr(parts, name)()",
            "module, Narrow",
        ),
    ],
)
def test_one_of_what_a_file_gives_away(tmp_path: Path, texts: dict[str, str], expression: str, said: str) -> None:
    program = f"import parts\nimport torch\n\n\ndef made(name, x: torch.Tensor):\n    reveal({expression})\n"
    (found,) = reveals_in(tmp_path, program, **texts)
    assert found.found == said


def test_one_of_the_networks_of_the_file_itself(tmp_path: Path) -> None:
    program = f"{NETWORKS}\n\ndef made(name):\n    reveal(globals()[name]())\n"
    (found,) = reveals_in(tmp_path, program)
    assert found.found == "module, Narrow"


def test_what_a_constructor_is_given_by_its_caller_replaces_what_nobody_gave(tmp_path: Path) -> None:
    trainer = """
import torch


class Trainer:
    def __init__(self, model, package, name):
        self.optimizer = getattr(package, name)(model.parameters())
        self.model = model

    def run(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).sum().backward()
            reveal(self.optimizer)
"""
    main = """
import torch
from trainer import Trainer


def main(name, loader):
    model = torch.nn.Linear(3, 3)
    Trainer(model, torch.optim, name).run(loader)
"""
    (found,) = reveals_in(tmp_path, trainer, name="trainer", main=main)
    assert found.found == "optimizer, torch.optim.Optimizer"
