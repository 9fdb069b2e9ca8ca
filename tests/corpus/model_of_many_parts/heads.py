"""How a forecast ends."""

from torch import nn


class PlainHead(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.layers = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, out))

    def forward(self, x):
        return self.layers(x.mean(1))


class DroppedHead(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Dropout(0.3), nn.Linear(width, out))

    def forward(self, x):
        return self.layers(x.mean(1))
