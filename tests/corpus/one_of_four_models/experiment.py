"""Trains the model that the options name, and tests it; one of two experiments forgets the mode."""

import torch
import zoo
from torch import nn


class Basic:
    def __init__(self, options):
        self.options = options
        self.model = self.build().to(options.device)

    def build(self):
        raise NotImplementedError


class Trained(Basic):
    def build(self):
        models = {"wide": zoo.Wide, "deep": zoo.Deep, "short": zoo.Short, "shared": zoo.Shared}
        model = models[self.options.model](self.options).float()
        if self.options.several:
            model = nn.DataParallel(model)
        return model

    def train(self, loader):
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        for _ in range(3):
            self.model.train()
            for x, y in loader:
                optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                optimizer.step()


class Careless(Trained):
    def test(self, loader):
        with torch.no_grad():
            return [self.model(x).argmax(1) for x, _ in loader]  # finding: `self.model` is evaluated in train mode


class Careful(Trained):
    def test(self, loader):
        self.model.eval()
        with torch.no_grad():
            return [self.model(x).argmax(1) for x, _ in loader]
