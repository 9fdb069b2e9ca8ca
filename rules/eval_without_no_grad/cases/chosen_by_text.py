"""One function trains or evaluates, by the text that each call gives it."""

import torch
import torch.nn.functional as F
from torch import nn


def epoch(model, loader, optimizer, mode):
    if mode == "train":
        model.train()
    else:
        model.eval()
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if mode == "train":
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def epoch_with_switch(model, loader, optimizer, mode):
    model.train(mode == "train")
    total = 0.0
    for x, y in loader:
        with torch.set_grad_enabled(mode == "train"):
            loss = F.cross_entropy(model(x), y)
        if mode == "train":
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def fit(loader, held_out):
    model = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        epoch(model, loader, optimizer, "train")
        epoch(model, held_out, optimizer, mode="val")  # finding: `epoch` evaluates `model` with gradients enabled
        epoch_with_switch(model, loader, optimizer, "train")
        epoch_with_switch(model, held_out, optimizer, mode="val")
    return model
