"""The settings name the network and the optimizer: whichever it is, the loss gets what that kind of network gives."""

import json

import networks
import scorers
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader


def optimizer_of(model, settings):
    return getattr(torch.optim, settings["optimizer"])(model.parameters(), lr=settings["rate"])


def train(loader: DataLoader, settings):
    model = getattr(networks, settings["network"])(settings["width"])
    optimizer = optimizer_of(model, settings)
    for inputs, labels in loader:
        loss = F.cross_entropy(model(inputs), labels)  # finding: `cross_entropy` applies softmax itself
        loss.backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def train_scorer(loader: DataLoader, settings):
    model = getattr(scorers, settings["network"])(settings["width"])
    optimizer = optimizer_of(model, settings)
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    with open("settings.json") as file:
        given = json.load(file)
    rows = DataLoader([(torch.rand(8), 1)], batch_size=1)
    train(rows, given)
    train_scorer(rows, given)
