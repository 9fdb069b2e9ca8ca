"""Models whose parameters are in several optimizers, come later, are frozen, or are trained by other means."""

import copy

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, rows):
        return self.head(torch.relu(self.body(rows)))


def train(model, *optimizers, steps=12, after=lambda: None):
    for _ in range(steps):
        model.zero_grad()
        model(torch.randn(8, 4)).square().mean().backward()
        for optimizer in optimizers:
            optimizer.step()
        after()


def in_two():
    model = Pair()
    train(model, torch.optim.SGD(model.body.parameters(), lr=0.1), torch.optim.Adam(model.head.parameters()))


def added_later():
    model = Pair()
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    train(model, optimizer)
    optimizer.add_param_group({"params": model.body.parameters()})
    train(model, optimizer)


def frozen():
    model = Pair()
    model.body.requires_grad_(False)
    train(model, torch.optim.SGD(model.head.parameters(), lr=0.1))


def by_hand():
    model = Pair()

    def descend():
        with torch.no_grad():
            for parameter in model.body.parameters():
                parameter -= 0.1 * parameter.grad

    train(model, torch.optim.SGD(model.head.parameters(), lr=0.1), after=descend)


def with_a_teacher():
    model = Pair()
    teacher = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(12):
        optimizer.zero_grad()
        rows = torch.randn(8, 4)
        with torch.no_grad():
            wanted = teacher(rows)
        (model(rows) - wanted).square().mean().backward()
        optimizer.step()


def only_the_head():
    model = Pair()
    train(model, torch.optim.SGD(model.head.parameters(), lr=0.1))  # finding: `body.weight`, `body.bias` of `Pair`


in_two()
added_later()
frozen()
by_hand()
with_a_teacher()
only_the_head()
