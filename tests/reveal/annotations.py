"""Annotations: what a parameter or a name is declared to be, where nothing else says."""

from __future__ import annotations

from typing import Optional

import torch
from torch import Tensor, nn, optim
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 1)

    def forward(self, x: Tensor) -> Tensor:
        reveal(x)  # tensor, maybe grad
        return self.linear(x)


def declared(
    x: torch.Tensor,
    y: Tensor,
    count: int,
    rate: float,
    flag: bool,
    model: nn.Module,
    net: Net,
    loss: nn.BCELoss,
    optimizer: optim.Adam,
    any_optimizer: optim.Optimizer,
    loader: DataLoader,
    other: Elsewhere,
):
    reveal(x)  # tensor, no grad, assumed
    reveal(y)  # tensor, no grad, assumed
    reveal(count)  # number
    reveal(rate)  # number
    reveal(flag)  # number
    reveal(model)  # module
    reveal(net)  # module, Net
    reveal(loss)  # module, torch.nn.BCELoss
    reveal(optimizer)  # optimizer
    reveal(any_optimizer)  # optimizer
    reveal(loader)  # loader
    reveal(other)  # unknown
    reveal(net(x))  # tensor, grad
    reveal(model(x))  # output, grad


def optional(
    model: Optional[nn.Module],
    net: Net | None,
    text: "Net",
    quoted: "torch.Tensor",
    loader: torch.utils.data.DataLoader = None,
    network: nn.Module = None,
):
    reveal(model)  # module
    reveal(net)  # module, Net
    reveal(text)  # module, Net
    reveal(quoted)  # tensor, no grad, assumed
    reveal(loader)  # loader
    reveal(network)  # module


def loaders(loaders: list[DataLoader], pair: tuple[Tensor, int]):
    for loader in loaders:
        reveal(loader)  # loader


def caller_knows_more(x: Tensor, anything):
    reveal(x)  # tensor, grad, sigmoid
    reveal(anything)  # number


caller_knows_more(torch.sigmoid(torch.randn(3, requires_grad=True)), 1)

weights: Tensor = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
reveal(weights)  # tensor, grad
later: Tensor
later = weights
reveal(later)  # tensor, grad


def from_elsewhere(path):
    model: nn.Module = build(path)
    reveal(model)  # module
    loader: DataLoader = load(path)
    reveal(loader)  # loader
    net: Net = torch.load(path)
    reveal(net(weights))  # tensor, grad


class Trainer:
    model: nn.Module
    criterion: nn.CrossEntropyLoss

    def __init__(self, net: Net, loader: DataLoader):
        self.net = net
        self.loader = loader

    def run(self):
        reveal(self.net)  # module, Net
        reveal(self.loader)  # loader
        reveal(self.model)  # module
        reveal(self.criterion)  # module, torch.nn.CrossEntropyLoss
