"""A model whose layers are made by its own method, so that what they come from leads back to the model."""

import torch
import torch.nn.functional as F
from torch import nn
from torchvision import models


class Blocks(nn.Module):
    def __init__(self, make, sizes):
        super().__init__()
        self.make, self.sizes = make, sizes
        self.blocks = nn.Sequential(*self.layers())

    def layers(self):
        for size in self.sizes:
            yield self.make(size)

    def forward(self, images):
        return self.blocks(images).mean((2, 3))


def fit(path, loader, make):
    model = Blocks(make, [8, 8])
    model.load_state_dict(torch.load(path, weights_only=True))
    for p in model.parameters():  # suspected: `model` is frozen
        p.requires_grad = False
    head = nn.Linear(8, 10)
    optimizer = torch.optim.Adam(head.parameters())
    for epoch in range(5):
        model.train()
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(head(model(images)), labels).backward()
            optimizer.step()


def without_norms(loader):
    model = models.vgg19(weights="DEFAULT")
    for p in model.parameters():
        p.requires_grad = False
    head = nn.Linear(1000, 10)
    optimizer = torch.optim.Adam(head.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(head(model.train()(images)), labels).backward()
        optimizer.step()


class Probe(nn.Module):
    """It freezes itself before it has its head, so that the head trains, with its BatchNorm."""

    def __init__(self, size, classes):
        super().__init__()
        self.embed = nn.Linear(size, size)
        freeze(self)
        self.norm = nn.BatchNorm1d(size)
        self.head = nn.Linear(size, classes)

    def forward(self, features):
        return self.head(self.norm(self.embed(features)))


class Finetuned(nn.Module):
    """It freezes itself when it has its BatchNorm."""

    def __init__(self, size, classes):
        super().__init__()
        self.norm = nn.BatchNorm1d(size)
        freeze(self)  # finding: `self` is frozen
        self.head = nn.Linear(size, classes)

    def forward(self, features):
        return self.head(self.norm(features))


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False


def probe(path, loader):
    model = Probe(32, 10)
    model.load_state_dict(torch.load(path, weights_only=True), strict=False)
    optimizer = torch.optim.Adam(p for p in model.parameters() if p.requires_grad)
    model.train()
    for features, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(features), labels).backward()
        optimizer.step()


def finetune(path, loader):
    model = Finetuned(32, 10)
    model.load_state_dict(torch.load(path, weights_only=True), strict=False)
    optimizer = torch.optim.Adam(p for p in model.parameters() if p.requires_grad)
    model.train()
    for features, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(features), labels).backward()
        optimizer.step()
