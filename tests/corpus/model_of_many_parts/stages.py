"""What a forecaster is made of: stages that take some code to build."""

import math

from torch import nn


class Patches(nn.Module):
    def __init__(self, width, length, stride=4):
        super().__init__()
        self.width, self.length, self.stride = width, length, stride
        self.count = max(1, (length - stride) // stride + 1)
        self.padding = (stride - length % stride) % stride
        self.project = nn.Conv1d(1, width, kernel_size=stride, stride=stride, padding=self.padding // 2)
        self.scale = nn.Linear(width, width)
        self.shift = nn.Linear(width, width, bias=width > 8)

    def forward(self, x):
        rows = self.project(x).transpose(1, 2)
        return self.scale(rows) + self.shift(rows)


class Mixer(nn.Module):
    def __init__(self, width, factor, *, depth=3, act="gelu"):
        super().__init__()
        hidden = int(width * factor)
        acts = {"gelu": nn.GELU, "relu": nn.ReLU, "silu": nn.SiLU}
        layers = [nn.Linear(width, hidden), acts[act]()]
        for level in range(depth):
            size = max(width, hidden // (2 ** level))
            layers.append(nn.Linear(hidden, size))
            layers.append(acts[act]())
            hidden = size
        layers.append(nn.Linear(hidden, width))
        self.layers = nn.Sequential(*layers)
        self.gain = math.sqrt(width) / (factor + 1.0)

    def forward(self, x):
        return x + self.layers(x) * self.gain


class Attention(nn.Module):
    def __init__(self, width, heads, window=None):
        super().__init__()
        if width % heads:
            raise ValueError(f"{width} is not divisible by {heads}")
        self.heads, self.size = heads, width // heads
        self.window = window if window is not None else 2 * self.size
        self.query, self.key = nn.Linear(width, width), nn.Linear(width, width)
        self.value, self.out = nn.Linear(width, width), nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.scale = 1.0 / math.sqrt(self.size)

    def forward(self, x):
        rows = self.norm(x)
        weights = (self.query(rows) @ self.key(rows).transpose(1, 2) * self.scale).softmax(-1)
        return x + self.out(weights @ self.value(rows))
