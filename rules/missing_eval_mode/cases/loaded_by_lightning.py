"""Models that Lightning loads: it makes them anew, so that they are in train mode."""

import lightning as L
import torch
from torch import nn


class Net(L.LightningModule):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Dropout(0.5), nn.Linear(width, 2))

    def forward(self, x):
        return self.body(x)


class Plain(L.LightningModule):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Linear(width, 2))

    def forward(self, x):
        return self.body(x)


@torch.no_grad()
def labels_of(model, loader):
    return [model(x).argmax(1) for x in loader]  # finding: `model` is evaluated in train mode


@torch.no_grad()
def forgotten(path, loader):
    net = Net.load_from_checkpoint(path, map_location="cpu")
    return [net(x).argmax(1) for x in loader]  # finding: `net` is evaluated in train mode


@torch.no_grad()
def switched(path, loader):
    net = Net.load_from_checkpoint(path)
    net.eval()
    return [net(x).argmax(1) for x in loader]


@torch.no_grad()
def frozen(path, loader):
    net = Net.load_from_checkpoint(path)
    net.freeze()  # which is eval(), and no gradients
    return [net(x).argmax(1) for x in loader]


@torch.no_grad()
def without_dropout(path, loader):
    net = Plain.load_from_checkpoint(path)
    return [net(x).argmax(1) for x in loader]


def tested(path, loader):
    L.Trainer().test(Net.load_from_checkpoint(path), loader)


def main(path):
    loader = torch.utils.data.DataLoader(torch.rand(32, 8), batch_size=4)
    model = Net.load_from_checkpoint(path)
    print(labels_of(model, loader))
    print(forgotten(path, loader), switched(path, loader), frozen(path, loader), without_dropout(path, loader))
    tested(path, loader)
