"""Optimizers and schedulers that agree on the momentum, or don't."""

import argparse

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, CyclicLR, OneCycleLR


class Trainer:
    def __init__(self, model: nn.Module) -> None:
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.99)
        self.scheduler = OneCycleLR(self.optimizer, 0.1, 100)  # finding: `0.99` with


def without_momentum(model: nn.Module) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.0)
    CyclicLR(optimizer, 0.01, 0.1)  # finding: overwrites momentum `0.0` with values from 0.8 to 0.9


def build(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.AdamW(model.parameters(), lr=0.1, betas=(0.0, 0.9))


def in_two_functions(model: nn.Module) -> None:
    optimizer = build(model)
    OneCycleLR(optimizer, max_lr=0.1, total_steps=100)  # finding: overwrites beta1 `0.0` with values from 0.85 to 0.95


def by_settings(model: nn.Module, args: argparse.Namespace) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=args.momentum)
    OneCycleLR(optimizer, 0.1, 100)  # suspected: overwrites momentum `args.momentum`


def fine(model: nn.Module, options: dict[str, float]) -> None:
    usual = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    OneCycleLR(usual, 0.1, 100)
    by_place = torch.optim.SGD(model.parameters(), 0.1, 0.5)
    OneCycleLR(by_place, 0.1, 100)  # finding: momentum
    plain = torch.optim.Adam(model.parameters(), lr=0.1)
    OneCycleLR(plain, 0.1, 100)
    generator = torch.optim.Adam(model.parameters(), lr=0.1, betas=(0.5, 0.999))
    OneCycleLR(generator, 0.1, 100, cycle_momentum=False)
    OneCycleLR(generator, 0.1, 100, None, None, 0.3, "cos", False)
    CosineAnnealingLR(generator, 100)
    OneCycleLR(generator, 0.1, 100, base_momentum=0.4, max_momentum=0.5)
    OneCycleLR(generator, 0.1, 100, **options)


if __name__ == "__main__":
    layer = nn.Linear(2, 2)
    Trainer(layer)
    without_momentum(layer)
    in_two_functions(layer)
    by_settings(layer, argparse.Namespace(momentum=0.5))
    fine(layer, {})
