"""Containers on objects: lists of a trainer, meters that store what they are given."""

import torch
from torch import nn

batches = [(torch.randn(4, 8), torch.randn(4, 1)) for _ in range(5)]


class Curve:
    """Stores what it is given, with its graph."""

    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)

    def mean(self):
        return sum(self.values) / len(self.values)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.losses = []
        self.outputs = {"train": []}

    def fit(self):
        for inputs, targets in batches:
            self.step(inputs, targets)
        print(torch.stack(self.losses).mean().item())

    def step(self, inputs, targets):
        self.optimizer.zero_grad()
        output = self.model(inputs)
        loss = nn.functional.mse_loss(output, targets)
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # finding: `self.losses` keeps the graph
        self.outputs["train"].append(output)  # finding: keeps the graph


def step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    output = model(inputs)
    loss = nn.functional.mse_loss(output, targets)
    loss.backward()
    optimizer.step()
    return loss, output


def results_of_a_helper():
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses, outputs = [], []
    for inputs, targets in batches:
        loss, output = step(model, optimizer, inputs, targets)
        losses.append(loss)  # finding: `losses` keeps the graph
        outputs.append(output)  # finding: `outputs` keeps the graph
    print(len(losses), len(outputs))


def through_a_meter():
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    curve = Curve()
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        curve.add(loss)  # finding: `curve` keeps the graph
    print(curve.mean().item())


if __name__ == "__main__":
    Trainer(nn.Linear(8, 1)).fit()
    results_of_a_helper()
    through_a_meter()
