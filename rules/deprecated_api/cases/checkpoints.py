"""Checkpoints that do not say whether they enter the backward again."""

import torch
from torch import nn
from torch.utils import checkpoint as cp
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(4, 4)
        self.blocks = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, x, settings):
        x = self.stem(x)
        for block in self.blocks:
            x = checkpoint(block, x)  # finding: warns without `use_reentrant`; add `use_reentrant=False`
            x = cp.checkpoint(block, x, use_reentrant=False)
            x = cp.checkpoint(block, x, use_reentrant=True)
            x = checkpoint(block, x, **settings)
        return checkpoint_sequential(self.blocks, 2, x)  # finding: add `use_reentrant=False`


class Recomputed(nn.Module):
    """What its input is, its callers decide."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return checkpoint(self.layer, x)  # finding: warns without `use_reentrant`; add `use_reentrant=False`


class First(nn.Module):
    """What begins with the batch gets no gradients, which is another rule's."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(4, 4)

    def forward(self, x):
        return checkpoint(self.stem, x)


def train_first():
    first = First()
    optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
    for _ in range(3):
        loss = first(torch.randn(8, 4)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def train(loader):
    stack = Stack()
    optimizer = torch.optim.SGD(stack.parameters(), lr=0.1)
    for x, y in loader:
        loss = nn.functional.mse_loss(stack(x, {}), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
