"""A model whose parameters have no numbers until it is given a device."""

import torch
from torch import nn


def fit(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def too_late(loader):
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    model.to_empty(device="cpu")  # finding: `model.to_empty(device="cpu")` makes new parameters
    fit(model, optimizer, loader)


def in_time(loader):
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    model.to_empty(device="cpu")
    optimizer = torch.optim.AdamW(model.parameters())
    fit(model, optimizer, loader)


def moved_only(loader, device):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    model.to(device)
    fit(model, optimizer, loader)
