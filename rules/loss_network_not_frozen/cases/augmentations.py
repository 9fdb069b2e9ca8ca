"""Layers that a list holds may have no parameters, as augmentations don't."""

import torch
from torch import nn
from torch.nn import functional as F
from torchvision import models


class Shift(nn.Module):
    def forward(self, x):
        return x.roll(1, -1)


class Learner:
    def __init__(self, options):
        self.net = nn.Linear(8, 8)
        steps = []
        if options.shift:
            steps.append(Shift())
        self.augment = nn.Sequential(*steps)
        self.vgg = models.vgg16(weights="DEFAULT")
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def fit(self, loader):
        for rows, wanted in loader:
            made = self.net(self.augment(rows))
            loss = F.mse_loss(self.vgg(made), self.vgg(wanted).detach())  # finding: `self.vgg` gets gradients
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


class OneScale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("window", torch.hann_window(size))

    def forward(self, x, y):
        return F.l1_loss(x * self.window, y * self.window)


class Scales(nn.Module):
    def __init__(self, sizes=(8, 16)):
        super().__init__()
        self.losses = nn.ModuleList()
        for size in sizes:
            self.losses += [OneScale(size)]

    def forward(self, x, y):
        return sum(loss(x, y) for loss in self.losses)


def fit(loader, net):
    criterion = Scales()
    net = nn.Linear(16, 16)
    optimizer = torch.optim.Adam(net.parameters())
    for rows, wanted in loader:
        loss = criterion(net(rows), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
