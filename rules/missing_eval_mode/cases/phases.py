"""Loops over phases: one body for training and for evaluation, in train mode for both or not."""

import torch
import torch.nn.functional as F
from torch import nn


def network():
    return nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))


def fit(loaders, epochs):
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        for stage in ["fit", "check"]:
            for x, y in loaders[stage]:
                with torch.set_grad_enabled(stage == "fit"):
                    loss = F.cross_entropy(net(x), y)  # finding: `net` is evaluated in train mode when
                if stage == "fit":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                print(stage, loss.item())


def in_its_mode(loaders):
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ["fit", "check"]:
        if stage == "fit":
            net.train()
        else:
            net.eval()
        for x, y in loaders[stage]:
            with torch.set_grad_enabled(stage == "fit"):
                loss = F.cross_entropy(net(x), y)
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(stage, loss.item())


def plain(loaders):
    net = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ["fit", "check"]:
        for x, y in loaders[stage]:
            with torch.set_grad_enabled(stage == "fit"):
                loss = F.cross_entropy(net(x), y)
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(stage, loss.item())
