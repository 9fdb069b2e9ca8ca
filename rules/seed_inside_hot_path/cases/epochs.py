"""Seeds that a function sets which a loop over epochs calls."""

import random

import torch
from torch import nn
from torch.utils.data import DataLoader


def seed_everything(seed=42):
    random.seed(seed)
    torch.manual_seed(seed)


class Trainer:
    def __init__(self, model: nn.Module, dataset):
        self.model = model
        self.loader = DataLoader(dataset, 32, shuffle=True)
        self.optimizer = torch.optim.Adam(model.parameters())

    def train_one_epoch(self):
        seed_everything()  # finding: makes each iteration draw the same random numbers
        for x, y in self.loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self, epochs):
        seed_everything()
        for _ in range(epochs):
            self.train_one_epoch()


def train_one(loader, width):
    seed_everything()
    model = nn.Linear(8, width)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return model


def compare(loader):
    return [train_one(loader, width) for width in (1, 2)]


def compare_in_a_loop(loader):
    models = []
    for width in (8, 16):
        models.append(train_one(loader, width))
    return models


def score(loader, width):
    seed_everything()
    model = nn.Linear(8, width)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


def scores(loader):
    found = []
    for width in (8, 16):
        found.append(score(loader, width))
    return found


def train_by_epoch(model: nn.Module, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        train_epoch(model, loader, optimizer, epoch)


def train_epoch(model, loader, optimizer, epoch):
    seed_everything(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
