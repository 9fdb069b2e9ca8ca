"""The softmax is in one class, the cross entropy in another or in a function."""

import functools

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel


class LastOfSequential(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.output_layer = nn.Sequential(nn.Linear(16, classes), nn.Softmax(dim=1))

    def forward(self, x):
        features = self.features(x)
        label = self.output_layer(features.view(features.size(0), -1))
        return label


class LastAttribute(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.fc = nn.Linear(8, classes)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        x = self.fc(x)
        return self.softmax(x)


class Functional(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.fc1 = nn.Linear(8, 16)
        self.fc2 = nn.Linear(16, classes)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        return F.softmax(self.fc2(x), dim=1)


class Inherited(Functional):
    """No forward of its own."""


class PixelClassifier(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.conv = nn.Conv2d(3, classes, 1)
        self.act = nn.Softmax2d()

    def forward(self, image):
        return self.act(self.conv(image))


class Logits(nn.Module):
    """A ReLU in the middle and no activation at the end."""

    def __init__(self, classes=10):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, classes))

    def forward(self, x):
        return self.layers(x)

    @torch.no_grad()
    def predict(self, x):
        return self(x).softmax(dim=1)


class SmoothCrossEntropy(nn.CrossEntropyLoss):
    """Calls its base with a default of its own."""

    def __init__(self, smoothing=0.1):
        super().__init__(label_smoothing=smoothing)


class Trainer:
    def __init__(self, device):
        self.model = LastOfSequential().to(device)
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        prediction = self.model(x)
        loss = self.criterion(prediction, y)  # finding: `CrossEntropyLoss` applies softmax itself, but `prediction`
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


task_loss = torch.nn.CrossEntropyLoss()
weighted = functools.partial(F.cross_entropy, ignore_index=-1)
classifier = nn.Sequential(nn.Linear(8, 10), nn.Softmax(dim=1))


def two_calls(x, x2, y):
    model = LastOfSequential()
    predicted = model(x)
    first = task_loss(predicted, y)  # finding: `CrossEntropyLoss` applies softmax itself, but `predicted` already holds
    second = task_loss(model(x2), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `model(x2)` already
    return (first + second) / 2


def module_global(x, y):
    return task_loss(classifier(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `classifier(x)`


def partial(x, y):
    return weighted(LastAttribute()(x), y)  # finding: `cross_entropy` applies softmax itself, but `LastAttribute()(x)`


def inherited(x, y):
    out = Inherited()(x)
    return F.cross_entropy(input=out, target=y)  # finding: `cross_entropy` applies softmax itself, but `out` already


def pixels(images, masks):
    model = PixelClassifier()
    return nn.CrossEntropyLoss(ignore_index=255)(model(images), masks.long())  # finding: applies softmax itself,


def subclass(x, y):
    criterion = SmoothCrossEntropy()
    return criterion(Functional()(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `Functional()(x)`


def parallel(x, y, device):
    model = nn.DataParallel(Functional()).to(device)
    return task_loss(model(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `model(x)` already holds


def distributed(x, y, rank):
    model = DistributedDataParallel(Functional().to(rank), device_ids=[rank])
    return task_loss(model(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `model(x)` already holds


def compiled(x, y):
    model = torch.compile(LastAttribute())
    return task_loss(model(x), y)  # finding: `CrossEntropyLoss` applies softmax itself, but `model(x)` already holds


def train(model, loader, optimizer, criterion):
    """What `model` and `criterion` are follows from `main`, the only caller."""
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)  # finding: `CrossEntropyLoss` applies softmax itself, but `out` already holds
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader):
    model = Functional()
    train(model, loader, torch.optim.SGD(model.parameters(), lr=0.1), nn.CrossEntropyLoss())


def innocent(x, y):
    model = Logits()
    loss = task_loss(model(x), y)
    return loss, model.predict(x).argmax(1)


def anything(model, x, y):
    """Nobody here says what `model` ends in."""
    return F.cross_entropy(model(x), y)
