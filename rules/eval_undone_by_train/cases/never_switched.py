"""A module that nobody is seen to put in train mode: its part stays as its constructor has put it."""

import torch
from torch import nn


class Distance(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 4), nn.Dropout()).eval()

    def forward(self, x, y):
        return (self.features(x) - self.features(y)).abs().mean()


print(Distance()(torch.zeros(2, 4), torch.ones(2, 4)) > 0)
