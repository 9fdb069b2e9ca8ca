"""Objects that train the model that they hold, and evaluate it in another method."""

import torch
import torch.nn.functional as F
from torch import nn


class Forgets:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.model.train()

    def learn(self, images, labels):
        self.optimizer.zero_grad()
        F.cross_entropy(self.model(images), labels).backward()
        self.optimizer.step()

    @torch.no_grad()
    def validate(self, loader):
        hits = 0
        for images, labels in loader:
            hits += (self.model(images).argmax(1) == labels).sum().item()  # suspected: is evaluated in the mode other
        return hits


class Switches:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def learn(self, images, labels):
        self.optimizer.zero_grad()
        F.cross_entropy(self.model(images), labels).backward()
        self.optimizer.step()

    def before_validation(self):
        self.model.eval()

    @torch.no_grad()
    def validate(self, loader):
        hits = 0
        for images, labels in loader:
            hits += (self.model(images).argmax(1) == labels).sum().item()
        return hits


class HandsOn:
    def __init__(self, model, optimizer, modes):
        self.model, self.optimizer, self.modes = model, optimizer, modes

    def learn(self, images, labels):
        self.modes.training(self.model)
        self.optimizer.zero_grad()
        F.cross_entropy(self.model(images), labels).backward()
        self.optimizer.step()

    @torch.no_grad()
    def validate(self, loader):
        hits = 0
        for images, labels in loader:
            hits += (self.model(images).argmax(1) == labels).sum().item()
        return hits


class Only:
    def __init__(self, model):
        self.model = model

    @torch.no_grad()
    def validate(self, loader):
        hits = 0
        for images, labels in loader:
            hits += (self.model(images).argmax(1) == labels).sum().item()
        return hits


class Sorter(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 3))

    def forward(self, x):
        return self.layers(x)

    def sort(self, x):
        return self.layers(x).argmax(1)


class EntersByAMethod:
    """One method calls eval() before it enters the model, the other does not."""

    def __init__(self):
        self.model = Sorter()

    @torch.no_grad()
    def measure(self, loader):
        self.model.eval()
        return sum((self.model.sort(x) == y).sum().item() for x, y in loader)

    @torch.no_grad()
    def list_all(self, loader):
        found = []
        for x, _ in loader:
            found.extend(self.model.sort(x).tolist())  # suspected: call `self.model.eval()` first, as `measure` does
        return found
