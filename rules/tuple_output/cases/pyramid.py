"""Levels of one thing: each made by a layer of one class, of whatever size."""

import torch
import torch.nn.functional as F
from torch import nn


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.down = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 8, 3, stride=2, padding=1)
        self.sides = nn.Conv2d(8, 4, 1)
        self.coarse = nn.Conv2d(8, 4, 3, stride=2)
        self.coarsest = nn.Conv2d(4, 4, 3, stride=2)

    def forward(self, x):
        low = F.relu(self.stem(x))
        high = F.relu(self.down(low))
        p2 = self.sides(low)
        p3 = self.sides(high)
        p4 = self.coarse(high)
        p5 = self.coarsest(F.relu(p4))
        return p2, p3, p4, p5


if __name__ == "__main__":
    for level in Pyramid()(torch.randn(1, 3, 32, 32)):
        print(level.shape)
