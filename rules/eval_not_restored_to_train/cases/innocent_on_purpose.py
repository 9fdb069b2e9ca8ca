"""Models that are trained in eval mode because somebody wants that, or whose modes are all the same."""

import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

loader = DataLoader([])


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))


def step(model, optimizer):
    for rows, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(rows), labels).backward()
        optimizer.step()


# A linear probe, fine-tuning with the statistics of BatchNorm frozen: eval() before each epoch.
def probe():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        model.eval()
        step(model, optimizer)
        model.eval()
        print(model(torch.zeros(1, 8)))


def frozen_statistics():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        model.train()
        for part in model.modules():
            if isinstance(part, nn.BatchNorm1d):
                part.eval()
        step(model, optimizer)


def frozen_later(freeze):
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        if epoch > 1 or freeze:
            model.eval()
        step(model, optimizer)


# The gradient is for the input: an attack, a style.
def attack():
    model = net()
    for rows, labels in loader:
        rows.requires_grad_()
        F.cross_entropy(model(rows), labels).backward()
        print(rows.grad.sign())
        model.eval()


def style(picture):
    features = net().eval()
    picture = nn.Parameter(picture)
    optimizer = torch.optim.Adam([picture])
    for step in range(30):
        optimizer.zero_grad()
        features(picture).mean().backward()
        optimizer.step()
        features.eval()


# No layers that would care.
def plain():
    model = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        step(model, optimizer)
        model.eval()
        print(model(torch.zeros(1, 8)))


# Another model, a copy, a new one in each pass.
def others():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    average = copy.deepcopy(model)
    for epoch in range(3):
        step(model, optimizer)
        average.eval()
        print(average(torch.zeros(1, 8)))


def folds():
    for fold in range(5):
        model = net()
        step(model, torch.optim.Adam(model.parameters()))
        model.eval()
        print(model(torch.zeros(1, 8)))


probe()
frozen_statistics()
frozen_later(len(loader) > 3)
attack()
style(torch.zeros(1, 8))
plain()
others()
folds()
