"""The sigmoid is in one class, the loss that expects logits in another or in a function."""

import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


class LastOfSequential(nn.Module):
    def __init__(self, tags=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, tags), nn.Sigmoid())

    def forward(self, x):
        return self.net(x)


class LastAttribute(nn.Module):
    def __init__(self, tags=4):
        super().__init__()
        self.fc = nn.Linear(8, tags)
        self.act = nn.Sigmoid()

    def forward(self, x):
        return self.act(self.fc(x))


class Functional(nn.Module):
    def __init__(self, tags=4):
        super().__init__()
        self.fc = nn.Linear(8, tags)

    def features(self, x):
        return F.dropout(x, 0.1, self.training)

    def score(self, x):
        return torch.sigmoid(self.fc(x))

    def forward(self, x):
        return self.score(self.features(x))


class SegmentationHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 1, 1)

    def forward(self, image):
        mask = self.conv(image)
        return F.sigmoid(mask)


class Trainer:
    def __init__(self, device):
        self.model = LastOfSequential().to(device)
        self.criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([2.0], device=device))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        prediction = self.model(x)
        loss = self.criterion(prediction, y)  # finding: applies a sigmoid itself
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


criterion = nn.BCEWithLogitsLoss()
summed = functools.partial(F.binary_cross_entropy_with_logits, reduction="sum")
scorer = nn.Sequential(nn.Linear(8, 4), nn.Sigmoid())


def module_global(x, y):
    return criterion(scorer(x), y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `scorer(x)`


def partial(x, y):
    return summed(LastAttribute()(x), y)  # finding: applies a sigmoid itself


def methods(x, y):
    out = Functional()(x)
    return F.binary_cross_entropy_with_logits(input=out, target=y)  # finding: applies a sigmoid itself


def masks(images, target):
    model = SegmentationHead()
    predicted = model(images).squeeze(1)
    return criterion(predicted, target.float())  # finding: applies a sigmoid itself


def parallel(x, y, device):
    model = nn.DataParallel(LastOfSequential()).to(device)
    return criterion(model(x), y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `model(x)` holds


def distributed(x, y, rank):
    model = nn.parallel.DistributedDataParallel(LastAttribute().to(rank), device_ids=[rank])
    return criterion(model(x), y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `model(x)` holds


def compiled(x, y):
    model = torch.compile(LastAttribute())
    return criterion(model(x), y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `model(x)` holds


def train(model, loader, optimizer):
    """What `model` is follows from `main`, the only caller."""
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `out` holds
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader):
    model = Functional()
    train(model, loader, torch.optim.SGD(model.parameters(), lr=0.1))


def anything(model, x, y):
    """Nobody here says what `model` ends in."""
    return criterion(model(x), y)
