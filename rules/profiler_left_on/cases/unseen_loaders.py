"""Loaders that nothing in the project makes: each pass goes backward and steps."""

import torch
from torch import nn
from torch.profiler import profile


def train(net, loader, optimizer, epochs):
    for _ in range(epochs):
        with profile(record_shapes=True) as profiler:  # finding: `profile(record_shapes=True)`
            for x, y in loader:
                loss = nn.functional.mse_loss(net(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        print(profiler.key_averages().table())


def train_a_little(net, loader, optimizer):
    with profile(record_shapes=True):
        for step, (x, y) in enumerate(loader):
            loss = nn.functional.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step == 10:
                break


def evaluate(net, loader):
    with torch.no_grad(), profile() as profiler:
        for x in loader:
            net(x)
    return profiler
