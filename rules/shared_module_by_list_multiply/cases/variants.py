import torch
import torch.nn as nn


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return x + self.fc(x)


class Encoder(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(3, width), *([Residual(width)] * (depth - 1)))  # finding: all entries are the same
        self.second = nn.ModuleList(depth * [Residual(width)])  # finding: all entries are the same `Residual(width)`
        layers = [nn.ReLU()]
        layers += [nn.Conv2d(width, width, 3)] * 2  # finding: all entries are the same `nn.Conv2d(width, width, 3)`,
        self.third = nn.Sequential(*layers)
        block = nn.Sequential(nn.Linear(width, width), nn.ReLU())
        self.fourth = nn.ModuleList([block for _ in range(depth)])  # finding: all entries are the same `block`
        self.fifth = nn.Sequential(*(block for _ in range(depth)))  # finding: all entries are the same `block`
        self.sixth = nn.ModuleList([nn.Sequential(nn.Linear(width, width), nn.Dropout())] * depth)  # finding: one set

    def forward(self, x):
        for layer in self.second:
            x = layer(x)
        return self.first(x)


def attention(depth):
    return nn.ModuleList([nn.MultiheadAttention(8, 2)] * depth)  # finding: the same `nn.MultiheadAttention(8, 2)`


class Wide(nn.Module):
    def __init__(self, depth, is_wide):
        super().__init__()
        wide, narrow = nn.Linear(8, 8), nn.Linear(4, 4)
        if is_wide:
            self.layers = nn.ModuleList([wide for _ in range(depth)])  # finding: all entries are the same `wide`
        else:
            self.layers = nn.ModuleList([narrow for _ in range(depth)])  # finding: all entries are the same `narrow`
