"""Passes for the sake of running statistics: the outputs are dropped, and so is a graph for each of them."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def statistics_of(net, loader):
    net.train()
    for batch in loader:
        net(batch["image"])  # suspected: `net` records a graph that nothing uses


def seen_by_its_author(net: nn.Module, loader: DataLoader):
    net.train()
    for images, _ in loader:
        net(images)  # suspected: `net` records a graph that nothing uses
        print(len(images))


def without_gradients(net, loader):
    net.train()
    with torch.no_grad():
        for batch in loader:
            net(batch["image"])


def warm_up(net, rows):
    for _ in range(3):
        net(rows)


def trained_on_what_it_keeps(net, loader, optimizer):
    for images, labels in loader:
        net(images)
        optimizer.zero_grad()
        nn.functional.cross_entropy(net.scores, labels).backward()
        optimizer.step()
