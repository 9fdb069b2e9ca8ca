"""Whole models that torch.load returns, before and after the optimizer is made."""

import os

import torch
import torch.nn.functional as F
from torch import nn


def resumed_late(loader, path):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters())
    if os.path.exists(path):
        model = torch.load(path, weights_only=False)  # finding: `model` is new
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def resumed_before(loader, path):
    model = nn.Linear(4, 2)
    if os.path.exists(path):
        model = torch.load(path, weights_only=False)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def made_again(loader, path):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters())
    if os.path.exists(path):
        model = torch.load(path, weights_only=False)
        optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def best_is_tested(loader, path):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model = torch.load(path, weights_only=False)
    return [model(x).argmax(1) for x, _ in loader]
