"""A helper that takes a list, makes each element a number, and hands the list back."""

import torch
from torch import nn


def averaged(values, workers):
    for i in range(len(values)):
        if not torch.is_tensor(values[i]):
            values[i] = torch.tensor(values[i])
        values[i] = values[i].item() / workers
    return values


def kept(values, workers):
    for i, value in enumerate(values):
        values[i] = value / workers
    return values


def train(model, loader, optimizer):
    total = 0.0
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        [loss] = averaged(values=[loss], workers=2)
        total += loss
    return total


def train_and_keep(model, loader, optimizer):
    total = 0.0
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        [loss] = kept([loss], workers=2)
        total += loss  # finding: keeps the graph of every `loss` alive
    return total
