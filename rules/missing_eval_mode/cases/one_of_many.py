"""One of many models, by its name: each is in train mode when it is made."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Dropout(0.2), nn.Linear(width, 2))

    def forward(self, x):
        return self.layers(x)


class Tiny(Net):
    def __init__(self):
        super().__init__(8)


class Small(Net):
    def __init__(self):
        super().__init__(16)


class Large(Net):
    def __init__(self):
        super().__init__(64)


class Huge(Net):
    def __init__(self):
        super().__init__(256)


def tiny(**given):
    return Tiny(**given)


def small(**given):
    return Small(**given)


def large(**given):
    return Large(**given)


def huge(**given):
    return Huge(**given)


NETS = {"tiny": tiny, "small": small, "large": large, "huge": huge}


def train(net, loader):
    optimizer = torch.optim.Adam(net.parameters())
    for rows, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(rows), labels).backward()
        optimizer.step()


@torch.no_grad()
def correct(net, loader):
    return sum((net(rows).argmax(1) == labels).sum().item() for rows, labels in loader)  # suspected: in train mode


@torch.no_grad()
def correct_in_eval_mode(net, loader):
    net.eval()
    return sum((net(rows).argmax(1) == labels).sum().item() for rows, labels in loader)


parser = argparse.ArgumentParser()
parser.add_argument("--net", choices=sorted(NETS))
args = parser.parse_args()
loader = DataLoader([])
net = NETS[args.net]()
train(net, loader)
print(correct(net, loader), correct_in_eval_mode(net, loader))
