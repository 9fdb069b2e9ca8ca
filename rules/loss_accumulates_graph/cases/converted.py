"""A meter that asks whether it is given a tensor, and turns it into a number."""

from collections import defaultdict

import torch
from torch import nn
from torch.utils.data import DataLoader


class Average:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


class Meters:
    def __init__(self):
        self.meters = defaultdict(Average)

    def update(self, **values):
        for name, value in values.items():
            if isinstance(value, torch.Tensor):
                value = value.item()
            self.meters[name].update(value)

    def update_checked(self, **values):
        for name, value in values.items():
            if torch.is_tensor(value):
                value = float(value)
            assert isinstance(value, (float, int))
            self.meters[name].update(value)

    def update_anything(self, **values):
        for name, value in values.items():
            if isinstance(value, float):
                value = round(value, 2)
            self.meters[name].update(value)


def train(model, optimizer, images):
    meters, checked = Meters(), Meters()
    for x in DataLoader(images):
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.update(loss=loss)
        checked.update_checked(loss=loss)


def train_and_keep(model, optimizer, images):
    kept = Meters()
    for x in DataLoader(images):
        loss = nn.functional.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.update_anything(loss=loss)  # suspected: `kept` keeps the graph of every `loss` alive


def main():
    model = nn.Linear(4, 4)
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.rand(8, 4))
    other = nn.Linear(4, 4)
    train_and_keep(other, torch.optim.SGD(other.parameters(), lr=0.1), torch.rand(8, 4))


def reduced(losses):
    with torch.no_grad():
        return {name: torch.stack([losses[name]]).mean() for name in sorted(losses)} if len(losses) > 1 else losses


def train_with_unknown_losses(model: nn.Module, criterion: nn.Module, optimizer, images):
    model.train()
    meters = Meters()
    for x in images:
        losses = criterion(model(x), x)
        loss = sum(losses[name] for name in losses)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.update(error=reduced(losses)["error"])
