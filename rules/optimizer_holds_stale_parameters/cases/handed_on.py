"""The optimizer is handed to code that nobody sees: it adds the new head to it, or it does something else."""

import operator

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.body(x))


def with_a_new_head(x, y, prepared):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.fc = nn.Linear(8, 3)  # suspected: `model.fc` is new  # refuted
    prepared("add_param_group", {"params": model.fc.parameters()})(optimizer)
    for _ in range(3):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def with_a_head_that_nobody_adds(x, y, prepared):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.fc = nn.Linear(8, 3)  # suspected: `model.fc` is new
    prepared("state_dict")(optimizer)
    for _ in range(3):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


inputs, classes = torch.randn(6, 4), torch.tensor([0, 1, 2, 0, 1, 2])
with_a_new_head(inputs, classes, operator.methodcaller)
with_a_head_that_nobody_adds(inputs, classes, operator.methodcaller)
