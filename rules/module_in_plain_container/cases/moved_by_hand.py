"""Modules in a list that the class moves to the device itself: the rest of the model is trained, and they are not."""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.layers = []  # finding: its modules are not trained
        for _ in range(3):
            self.layers.append(nn.Linear(4, 4))
        self.out = nn.Linear(4, 1)
        for layer in self.layers:
            layer.to(device)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.out(x)


class WithTeachers(nn.Module):
    """They teach, and are hidden so that nobody trains or saves them."""

    def __init__(self, device):
        super().__init__()
        self.teachers = [nn.Linear(4, 1), nn.Linear(4, 1)]
        self.out = nn.Linear(4, 1)
        for teacher in self.teachers:
            teacher.to(device)

    def forward(self, x):
        with torch.no_grad():
            taught = sum(teacher(x) for teacher in self.teachers)
        return self.out(x), taught


class Perceptual(nn.Module):
    """Only compares, and has nothing to train."""

    def __init__(self, device):
        super().__init__()
        self.parts = [nn.Conv2d(3, 8, 3), nn.Conv2d(8, 8, 3)]
        for part in self.parts:
            part.to(device)

    def forward(self, x, y):
        for part in self.parts:
            x, y = part(x), part(y)
        return (x - y).pow(2).mean()


class Frozen(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.experts = [nn.Linear(4, 4) for _ in range(2)]
        self.out = nn.Linear(4, 1)
        for expert in self.experts:
            expert.to(device).eval()

    def forward(self, x):
        return self.out(sum(expert(x) for expert in self.experts))
