"""Lengths in attributes and parameters, schedulers of several branches, and those that run one after the other."""

import torch
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR, LinearLR, OneCycleLR, SequentialLR, StepLR
from transformers import get_scheduler


class Trainer:
    def __init__(self, config, model, train_loader):
        self.config, self.model, self.train_loader = config, model, train_loader
        self.total_steps = config.epochs * len(train_loader)
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        self.scheduler = self.build()

    def build(self):
        if self.config.cosine:
            return CosineAnnealingLR(self.optimizer, T_max=self.total_steps)
        return LinearLR(self.optimizer, 1.0, 0.01, total_iters=self.total_steps)

    def train(self):
        for _ in range(self.config.epochs):
            for x, y in self.train_loader:
                self.optimizer.zero_grad()
                F.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.scheduler.step()  # finding: `CosineAnnealingLR` expects `self.total_steps` steps


class OfEither:
    """Only one of the schedulers counts batches, and another line may step it."""

    def __init__(self, config, model, train_loader):
        self.config, self.model, self.train_loader = config, model, train_loader
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        if config.one_cycle:
            self.scheduler = OneCycleLR(self.optimizer, 0.1, epochs=config.epochs, steps_per_epoch=len(train_loader))
        else:
            self.scheduler = StepLR(self.optimizer, 30)

    def train(self):
        for _ in range(self.config.epochs):
            for x, y in self.train_loader:
                self.optimizer.zero_grad()
                F.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
                if self.config.one_cycle:
                    self.scheduler.step()
            if not self.config.one_cycle:
                self.scheduler.step()


def make_scheduler(optimizer, steps):
    return CosineAnnealingLR(optimizer, T_max=steps)


def accumulates(model, loader, config):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = make_scheduler(optimizer, config.epochs * len(loader))
    for _ in range(config.epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / config.every).backward()
            if (number + 1) % config.every == 0:
                optimizer.step()
                scheduler.step()  # suspected: runs once per `config.every` batches
                optimizer.zero_grad()


def warms_up(model, loader, epochs):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warmup = LinearLR(optimizer, 0.01, total_iters=2 * len(loader))
    cosine = CosineAnnealingLR(optimizer, T_max=(epochs - 2) * len(loader))
    scheduler = SequentialLR(optimizer, [warmup, cosine], milestones=[2 * len(loader)])
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        scheduler.step()  # finding: `SequentialLR` expects `2 * len(loader)` steps, one per batch


def warms_up_by_batch(model, loader, epochs):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warmup = LinearLR(optimizer, 0.01, total_iters=2 * len(loader))
    cosine = CosineAnnealingLR(optimizer, T_max=(epochs - 2) * len(loader))
    scheduler = SequentialLR(optimizer, [warmup, cosine], milestones=[2 * len(loader)])
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def of_transformers(model, loader, epochs):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=epochs)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # finding: runs once per batch, but `get_scheduler` expects `epochs` steps


def one_step(model, optimizer, scheduler, x, y):
    optimizer.zero_grad()
    F.mse_loss(model(x), y).backward()
    optimizer.step()
    scheduler.step()  # finding: after 100 batches, 3e-05


def decays(model, train_loader, rows, epochs):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = ExponentialLR(optimizer, 0.9)
    for _ in range(epochs):
        for x, y in train_loader:
            one_step(model, optimizer, scheduler, x, y)


def by_number_of_steps(model, train_loader, steps, runs):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = StepLR(optimizer, step_size=1, gamma=0.1)
    for _ in range(runs):
        for _ in range(steps // len(train_loader)):
            for x, y in train_loader:
                optimizer.zero_grad()
                F.mse_loss(model(x), y).backward()
                optimizer.step()
            scheduler.step()


class Continued:
    """The scheduler that another class made becomes a part of one."""

    def continue_with(self, model, loader, epochs):
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        self.scheduler = SequentialLR(self.optimizer, [LinearLR(self.optimizer), self.scheduler], milestones=[3])
        for _ in range(epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.mse_loss(model(x), y).backward()
                self.optimizer.step()
            self.scheduler.step()
