"""Averages that are evaluated, that are trained in train mode, that have no BatchNorm, and that get a whole state."""

import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))

    def forward(self, x):
        return self.layers(x)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 4), nn.LayerNorm(4))

    def forward(self, x):
        return self.layers(x)


def update(average, model, decay):
    for p, q in zip(average.parameters(), model.parameters()):  # finding: keeps its initial BatchNorm statistics
        p.data.mul_(decay).add_(q.data, alpha=1 - decay)


def evaluated(rows):
    model = Net()
    average = copy.deepcopy(model)
    update(average, model, 0.9)
    average.eval()
    with torch.no_grad():
        return average(rows)


def only_saved(path):
    model = Net()
    average = copy.deepcopy(model)
    for q, p in zip(model.parameters(), average.parameters()):  # suspected: keeps its initial BatchNorm statistics
        p.data = 0.9 * p.data + 0.1 * q.data
    torch.save(average.state_dict(), path)


def in_train_mode(rows):
    model = Net()
    teacher = copy.deepcopy(model)
    for p, q in zip(teacher.parameters(), model.parameters()):
        p.data.mul_(0.9).add_(q.data, alpha=0.1)
    with torch.no_grad():
        return teacher(rows)  # its BatchNorm layers see the batches themselves


def without_batch_norm(rows):
    model = Plain()
    average = copy.deepcopy(model)
    for p, q in zip(average.parameters(), model.parameters()):
        p.data.mul_(0.9).add_(q.data, alpha=0.1)
    average.eval()
    return average(rows)


def loaded_too(rows, rounds):
    model = Net()
    average = copy.deepcopy(model)
    for _ in range(rounds):
        average.load_state_dict(model.state_dict())
        for p, q in zip(average.parameters(), model.parameters()):
            p.data.mul_(0.9).add_(q.data, alpha=0.1)
    average.eval()
    return average(rows)


def distances():
    model = Net()
    other = copy.deepcopy(model)
    other.eval()
    return sum((p - q).norm() for p, q in zip(other.parameters(), model.parameters()))
