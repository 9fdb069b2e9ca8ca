"""Functions that call train() themselves: one by mistake, as its name says, and others on purpose."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

train_loader, test_loader = DataLoader([]), DataLoader([])


def fit(model, loader):
    model.train()
    optimizer = torch.optim.Adam(model.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    model.train()
    hits = 0
    for images, labels in loader:
        hits += (model(images).argmax(1) == labels).sum().item()  # suspected: `model` is evaluated in train mode
    return hits


@torch.no_grad()
def evaluate_uncertainty(model, loader):
    model.train()
    for images, labels in loader:
        print(torch.stack([model(images) for _ in range(10)]).var(0).mean().item())


@torch.no_grad()
def evaluate_samples(model, loader):
    model.train()
    for images, labels in loader:
        for _ in range(10):
            print(model(images).argmax(1))


@torch.no_grad()
def recalibrate(model, loader):
    model.train()
    for images, labels in loader:
        model(images)


@torch.no_grad()
def val_losses(detector, loader):
    detector.train()
    for images, targets in loader:
        print(detector(images, targets).sum().item())


def main():
    model = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))
    fit(model, train_loader)
    print(validate(model, test_loader))
    evaluate_uncertainty(model, test_loader)
    evaluate_samples(model, test_loader)
    recalibrate(model, test_loader)
    val_losses(model, test_loader)


main()
