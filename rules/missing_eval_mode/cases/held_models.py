"""Objects that train the model that they hold, and evaluate it in another method."""

import torch
import torch.nn.functional as F


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
            hits += (self.model(images).argmax(1) == labels).sum().item()  # suspected: that other code leaves it in
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
