"""Trains on batches that pass a logger."""

from meters import Logger
from torch import nn


def train_one_epoch(model, loader, optimizer):
    model.train()
    for x, y in Logger(10).log(loader, "train"):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def evaluate(model, loader):
    model.eval()
    for x, y in Logger(10).log(loader, "test"):
        print((model(x).detach().argmax(1) == y).sum())  # finding: `model` is evaluated with gradients enabled
