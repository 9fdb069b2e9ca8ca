"""Steps that count, tags that change, and what is written for one batch of many."""

import itertools

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader
from torch.utils.tensorboard import SummaryWriter


def train(model: nn.Module, loader: DataLoader, epochs, folder):
    writer = SummaryWriter(folder)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step, counter = 0, itertools.count()
    for epoch in range(epochs):
        for i, (x, y) in enumerate(loader):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            position = epoch + i / len(loader)
            writer.add_scalar("loss", loss.item(), step)
            writer.add_scalar("loss by epochs", loss.item(), int(1000 * position))
            writer.add_scalar("loss again", loss.item(), next(counter))
            writer.add_scalar(f"epoch {epoch}/batch {i}", loss.item(), epoch)
            if i == 0:
                writer.add_scalar("first loss", loss.item(), epoch)
            if i + 1 == len(loader):
                writer.add_scalar("last loss", loss.item(), epoch)
            for name, parameter in model.named_parameters():
                writer.add_scalar(name, parameter.grad.norm(), epoch * len(loader) + i)
        writer.add_scalar("last of epoch", loss.item(), epoch)


def train_by_iterations(model: nn.Module, loader: DataLoader, writer: SummaryWriter, iterations):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    iteration = 1
    batches = iter(loader)
    for iteration in range(1, iterations + 1):
        x, y = next(batches)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        writer.add_scalar("loss", loss.item(), iteration)


class Trainer:
    """Counts its steps in an attribute."""

    def __init__(self, model, loader: DataLoader, writer: SummaryWriter):
        self.model, self.loader, self.writer, self.step = model, loader, writer, 0
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def train(self):
        for x, y in self.loader:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.advance()
            self.writer.add_scalar("loss", loss.item(), self.step)

    def advance(self):
        self.step += 1


def look_at_one_batch(model, loader: DataLoader, writer: SummaryWriter, epoch):
    for x, y in loader:
        writer.add_scalar("size of a batch", len(x), epoch)
        break
    for name, value in model.summary().items():
        writer.add_scalar(name, value, epoch)
    for episode in model.episodes():
        writer.add_scalar("return", episode.total, epoch)


def one_file_for_each(model: nn.Module, loader: DataLoader, epoch):
    for i, (x, y) in enumerate(loader):
        writer = SummaryWriter(f"runs/{i}")
        writer.add_scalar("loss", F.cross_entropy(model(x), y), epoch)


class Averages:
    """What has a method of this name of its own."""

    def __init__(self):
        self.values = {}

    def add_scalar(self, tag, value, step):
        self.values.setdefault((tag, step), []).append(value)


def average(model: nn.Module, loader: DataLoader, epoch):
    averages = Averages()
    for x, y in loader:
        averages.add_scalar("loss", F.cross_entropy(model(x), y).item(), epoch)
    return averages
