"""Outputs of the project's own: a dataclass has the graph of what it was made of."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Output:
    loss: torch.Tensor
    logits: torch.Tensor
    reported: torch.Tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x, y):
        logits = self.layer(x)
        loss = nn.functional.cross_entropy(logits, y)
        return Output(loss, logits=logits, reported=loss.detach())


def train(loader, optimizer, penalty):
    net = Net()
    total, reported = 0.0, 0.0
    for x, y in loader:
        output = net(x, y)
        optimizer.zero_grad()
        (output.loss + penalty()).backward()
        optimizer.step()
        total += output.loss  # finding: `total` keeps the graph of every `output.loss` alive
        reported += output.reported
    return total, reported
