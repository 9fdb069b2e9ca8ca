"""Optimizers that a setting chooses, and one that only its use shows."""

import torch
from torch import nn


def build(name, net):
    if name == "sgd":
        return torch.optim.SGD(net.parameters(), lr=0.1)
    return torch.optim.AdamW(net.parameters())


class Trainer:
    def __init__(self, net, name):
        self.net = net
        self.optimizer = build(name, net)
        self.second = build(name, net)

    def fit(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.net(x), y).backward()
            self.optimizer.step()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()  # finding: applies the same gradients

    def fit_both(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            self.second.zero_grad()
            nn.functional.cross_entropy(self.net(x), y).backward()
            self.optimizer.step()
            self.second.step()


def fit(net, optimizer, batches):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.step()  # suspected: applies the same gradients


def fit_by_turns(net, optimizer, other, batches):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        other.step()


if __name__ == "__main__":
    data = [(torch.randn(8, 4), torch.randint(0, 2, (8,))) for _ in range(4)]
    model = nn.Linear(4, 2)
    Trainer(model, "sgd").fit(data)
    Trainer(model, "adamw").fit_both(data)
