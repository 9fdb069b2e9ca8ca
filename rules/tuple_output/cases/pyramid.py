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


def head(width, boxes):
    return nn.Sequential(nn.Conv2d(width, 2 * width, 3, padding=1), nn.Conv2d(2 * width, boxes * 7, 1))


class Detector(nn.Module):
    """Numbered by their author: boxes of three sizes."""

    def __init__(self, boxes=3):
        super().__init__()
        self.down1, self.down2 = nn.Conv2d(3, 8, 3, stride=2), nn.Conv2d(8, 16, 3, stride=2)
        self.head1, self.head2 = head(8, boxes), head(16, boxes)

    def forward(self, x):
        middle = F.relu(self.down1(x))
        coarse = F.relu(self.down2(middle))
        out1 = self.head1(middle)
        out2 = self.head2(coarse)
        return out1, out2


class Stages(nn.Module):
    """Three or more of one name and a number each are levels, however each is made."""

    def __init__(self):
        super().__init__()
        self.stem, self.norm = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8)
        self.one = nn.Sequential(nn.Conv2d(8, 8, 3, stride=2), nn.ReLU())
        self.two = head(8, 1)

    def forward(self, x):
        p0 = F.relu(self.norm(self.stem(x)))
        p1 = self.one(p0)
        p2 = self.two(p1)
        return p0, p1, p2


class Judged(nn.Module):
    """Made by one class, and not of one kind."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.policy, self.value = nn.Linear(8, 4), nn.Linear(8, 1)

    def forward(self, x):
        x = F.relu(self.body(x))
        policy = self.policy(x)
        value = self.value(x)
        return policy, value  # finding: `Judged.forward` returns 2 different things


if __name__ == "__main__":
    print(len(Stages()(torch.rand(1, 3, 16, 16))), len(Detector()(torch.randn(1, 3, 32, 32))))
    policy, value = Judged()(torch.randn(2, 8))
    print(policy.argmax(1), value)
    for level in Pyramid()(torch.randn(1, 3, 32, 32)):
        print(level.shape)
