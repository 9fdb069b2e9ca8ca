"""Models of which nobody knows whether they have such layers."""

import torch
import torch.nn.functional as F
from elsewhere import build_backbone
from torch import nn
from torch.utils.data import DataLoader

loader = DataLoader([])


class Detector(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.backbone = build_backbone(width)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head(self.backbone(x))


class Tunable(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 2), nn.Dropout(dropout))

    def forward(self, x):
        return self.layers(x)


class Switching(nn.Module):
    def __init__(self, norm):
        super().__init__()
        if norm == "batch":
            self.norm = nn.BatchNorm1d(8)
        else:
            self.norm = nn.LayerNorm(8)

    def forward(self, x):
        return self.norm(x)


def run(model):
    optimizer = torch.optim.Adam(model.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


detector = Detector(8, 0.5)
run(detector)
with torch.no_grad():
    for images, labels in loader:
        print(detector(images).argmax(1))  # suspected: `detector` is evaluated in train mode

tunable = Tunable(float(input()))
run(tunable)
with torch.no_grad():
    for images, labels in loader:
        print(tunable(images).argmax(1))  # suspected: `tunable` is evaluated in train mode

switching = Switching(input())
run(switching)
with torch.no_grad():
    for images, labels in loader:
        print(switching(images).argmax(1))  # suspected: `switching` is evaluated in train mode
