"""Models, heads and layers that are made again after the optimizer."""

import copy

import torch
import torch.nn.functional as F
from torch import nn
from torchvision.models import vgg16


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.body(x))


def copied(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model = copy.deepcopy(model)  # finding: `model` is new, but `optimizer.step()` still updates the old parameters
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def made_again(loader):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    model = Net()  # finding: `model` is new
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def another_head(loader, classes):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters())
    if classes != 2:
        model.fc = nn.Linear(8, classes)  # finding: `model.fc` is new
    fit(model, optimizer, loader)


def fit(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def last_layer_by_its_place(loader, classes):
    model = vgg16(weights="DEFAULT")
    optimizer = torch.optim.Adam(model.parameters())
    model.classifier[6] = nn.Linear(4096, classes)  # finding: `model.classifier[6]` is new
    fit(model, optimizer, loader)


def last_layer_before(loader, classes):
    model = vgg16(weights="DEFAULT")
    model.classifier[6] = nn.Linear(4096, classes)
    optimizer = torch.optim.Adam(model.parameters())
    model.avgpool = nn.Identity()
    fit(model, optimizer, loader)


def deep_inside(loader, classes):
    model = vgg16(weights="DEFAULT")
    optimizer = torch.optim.Adam(model.parameters())
    model.classifier.last.layer = nn.Linear(4096, classes)  # finding: `model.classifier.last.layer` is new
    fit(model, optimizer, loader)
