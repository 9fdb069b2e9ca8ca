"""The sigmoid is in one class, the loss in another or in a function."""

import functools

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP


class LastOfSequential(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())

    def forward(self, x):
        return self.layers(x)


class LastAttribute(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)
        self.act = nn.Sigmoid()

    def once(self, x):
        return self.fc(x)

    def forward(self, x1, x2):
        output = self.once(x1) - self.once(x2)
        output = self.act(output)
        return output


class Functional(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x):
        hidden = F.relu(self.hidden(x))
        return torch.sigmoid(self.out(hidden))


class Inherited(Functional):
    """No forward of its own."""


class Gate(nn.Module):
    """A sigmoid that scales features is not the last thing that happens to them."""

    def __init__(self):
        super().__init__()
        self.squeeze = nn.Linear(8, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        x = x * torch.sigmoid(self.squeeze(x))
        return self.head(x)


class Trainer:
    def __init__(self, device):
        self.model = LastOfSequential().to(device)
        self.criterion = nn.BCELoss(reduction="mean")
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        prediction = self.model(x)
        loss = self.criterion(prediction, y)  # finding: sigmoid
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


criterion = nn.BCELoss()
summed = functools.partial(F.binary_cross_entropy, reduction="sum")
scorer = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())


def module_global(x, y):
    return criterion(scorer(x), y)  # finding: sigmoid


def partial(x, y):
    model = Functional()
    return summed(model(x), y)  # finding: sigmoid


def two_inputs(x1, x2, y):
    model = LastAttribute()
    outputs = model(x1, x2).squeeze()
    return nn.BCELoss()(outputs, y)  # finding: sigmoid


def inherited(x, y):
    model = Inherited()
    model.train()
    out = model(x)
    return F.binary_cross_entropy(input=out, target=y)  # finding: sigmoid


def parallel(x, y, device):
    model = nn.DataParallel(LastOfSequential()).to(device)
    return criterion(model(x), y)  # finding: sigmoid


def distributed(x, y, rank):
    model = LastOfSequential().to(rank)
    model = DDP(model, device_ids=[rank])
    return criterion(model(x), y)  # finding: sigmoid


def compiled(x, y):
    model = torch.compile(Functional())
    return criterion(model(x), y)  # finding: sigmoid


def train(model, loader, optimizer):
    """What `model` is follows from `main`, the only caller."""
    for x, y in loader:
        out = model(x)
        loss = F.binary_cross_entropy(out, y)  # finding: sigmoid
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader):
    model = Functional()
    train(model, loader, torch.optim.SGD(model.parameters(), lr=0.1))


def gated(x, y):
    model = Gate()
    return F.binary_cross_entropy_with_logits(model(x), y)


def anything(model, x, y):
    """Nobody here says what `model` ends in."""
    return F.binary_cross_entropy(model(x), y)


def hard(x, y):
    """A hard sigmoid is another function: there is no fused loss for it."""
    return F.binary_cross_entropy(F.hardsigmoid(x), y)
