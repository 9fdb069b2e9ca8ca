"""Containers that a function makes and returns, and several that one statement assigns."""

import torch
from torch import nn


def make_experts(number, width):
    experts = []
    for place in range(number):
        if place > 0:
            width = width // 2 * 2
        experts.append(nn.Linear(width, width))
    return experts


def make_gates(number, width):
    return nn.ModuleList([nn.Linear(width, 1) for _ in range(number)])


class Mixture(nn.Module):
    def __init__(self, width, number):
        super().__init__()
        self.gates = make_gates(number, width)
        self.experts = make_experts(number, width)  # finding: `self.experts` is a plain list
        boxes, classes = self.heads(width)
        self.boxes = boxes  # finding: `self.boxes` is a plain list
        self.classes = nn.ModuleList(classes)

    def heads(self, width):
        boxes = [nn.Linear(width, 4) for _ in range(3)]
        classes = [nn.Linear(width, 2) for _ in range(3)]
        return boxes, classes

    def forward(self, x):
        mixed = sum(gate(x).sigmoid() * expert(x) for gate, expert in zip(self.gates, self.experts))
        boxes = [box(mixed) for box in self.boxes]
        return boxes, [classify(mixed) for classify in self.classes]


class Registered(nn.Module):
    def __init__(self, width, number):
        super().__init__()
        self.experts = make_experts(number, width)
        self.all_experts = nn.ModuleList(self.experts)

    def forward(self, x):
        return sum(expert(x) for expert in self.experts)


class Several(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.filters, self.sizes, residuals = [], [], []  # finding: `self.filters` is a plain list
        for size in (1, 3):
            self.filters.append(nn.Conv1d(width, width, size))
            self.sizes.append(size)
            residuals.append(nn.Conv1d(width, width, 1))
        self.residuals = nn.ModuleList(residuals)

    def forward(self, x):
        filtered = [layer(x)[..., : x.size(-1) - 2] for layer in self.filters]
        return torch.stack(filtered).sum(0), [layer(x) for layer in self.residuals], self.sizes
