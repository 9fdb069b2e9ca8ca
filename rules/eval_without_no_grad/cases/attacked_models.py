"""Evaluations on clean inputs under no_grad, and without it on those of an attack, which the model itself makes."""

import torch
import torch.nn.functional as F
from torch import nn


class Attack(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, rows, labels):
        moved = rows.clone().requires_grad_(True)
        (slope,) = torch.autograd.grad(F.cross_entropy(self.net(moved), labels), [moved])
        return rows + slope.sign()


class Attacked(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.attack = Attack(net)

    def forward(self, rows, labels, is_attacked=False):
        return self.net(self.attack(rows, labels) if is_attacked else rows)


class Penalised(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))
        self.penalty = 0.0

    def forward(self, rows):
        given = self.net(rows)
        if self.training:
            self.penalty = torch.autograd.grad(given.sum(), [self.net[0].weight], create_graph=True)[0].norm()
        return given


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))

    def forward(self, rows):
        return self.net(rows)


def run(model, rows, labels, optimizer=None, is_attacked=False):
    model.train(optimizer is not None)
    total = 0.0
    for row, label in zip(rows, labels):
        loss = F.cross_entropy(model(row, label, is_attacked), label)
        total += loss.item()
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return total


def attacked(rows, labels, steps):
    model = Attacked(nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        run(model, rows, labels, optimizer)
        with torch.no_grad():
            run(model, rows, labels)
        run(model, rows, labels, is_attacked=True)


def run_plain(model, rows, labels, optimizer=None):
    model.train(optimizer is not None)
    total = 0.0
    for row, label in zip(rows, labels):
        loss = F.cross_entropy(model(row), label)
        total += loss.item()
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return total


def penalised(rows, labels, steps):
    model = Penalised()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        run_plain(model, rows, labels, optimizer)
        run_plain(model, rows, labels)  # finding: `run_plain` evaluates `model` with gradients enabled


def plain(rows, labels, others, steps):
    model = Classifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        run_plain(model, rows, labels, optimizer)
        with torch.no_grad():
            run_plain(model, rows, labels)
        run_plain(model, *others)  # suspected: `run_plain` evaluates `model` with gradients enabled


def of_layers(rows, labels, others, steps):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        run_plain(model, rows, labels, optimizer)
        with torch.no_grad():
            run_plain(model, rows, labels)
        run_plain(model, *others)  # finding: `run_plain` evaluates `model` with gradients enabled


if __name__ == "__main__":
    batch = [torch.randn(8, 4)], [torch.randint(0, 2, (8,))]
    attacked(*batch, 2)
    penalised(*batch, 2)
    plain(*batch, batch, 2)
    of_layers(*batch, batch, 2)
