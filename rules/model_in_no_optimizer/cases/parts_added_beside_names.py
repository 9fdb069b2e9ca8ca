"""An optimizer whose parameters are chosen by their names, and others added in another way."""

import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.adapter = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(torch.relu(self.adapter(x)))


def fit(model, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def fit_with_inserted(loader):
    model, chosen = Adapted(), []
    for name, parameter in model.named_parameters():
        if "adapter" in name:
            chosen.append(parameter)
    chosen.insert(0, model.head.weight)
    chosen.insert(0, model.head.bias)
    fit(model, torch.optim.SGD(chosen, lr=0.1), loader)
