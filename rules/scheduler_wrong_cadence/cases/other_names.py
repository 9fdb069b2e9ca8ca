"""The loader and the number of epochs under other names than where the scheduler is made."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 30


def one_epoch(model, optimizer, data_loader):
    for x, y in data_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def with_schedule(model, optimizer, scheduler, data_loader):
    for x, y in data_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()


def by_epoch():
    model = nn.Linear(4, 2)
    loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    cycle = OneCycleLR(optimizer, max_lr=0.1, steps_per_epoch=len(loader), epochs=EPOCHS)
    for _ in range(EPOCHS):
        one_epoch(model, optimizer, loader)
        cycle.step()  # finding: `cycle.step()` runs once per epoch, but `OneCycleLR` expects `len(loader)` steps


def by_batch():
    model = nn.Linear(4, 2)
    loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    cycle = OneCycleLR(optimizer, max_lr=0.1, steps_per_epoch=len(loader), epochs=EPOCHS)
    for _ in range(EPOCHS):
        with_schedule(model, optimizer, cycle, loader)


class Trainer:
    def __init__(self, model, loader, epochs):
        self.model, self.loader = model, loader
        self.epochs = epochs
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=epochs)

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        F.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()
        self.scheduler.step()  # finding: `self.scheduler.step()` runs once per batch, but `CosineAnnealingLR` expects

    def train(self):
        for _ in range(self.epochs):
            for x, y in self.loader:
                self.train_step(x, y)


class OfSteps:
    """What it is told are steps, and the attribute is another number."""

    def __init__(self, model, loader, epochs):
        self.model, self.loader = model, loader
        self.epochs = epochs // len(loader)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=epochs)

    def train(self):
        for _ in range(self.epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
                self.scheduler.step()
