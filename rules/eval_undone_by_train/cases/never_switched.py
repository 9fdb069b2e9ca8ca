"""A module that nobody is seen to put in train mode: its part stays as its constructor has put it."""

import lightning
import torch
import zoo
from torch import nn


class Distance(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 4), nn.Dropout()).eval()

    def forward(self, x, y):
        return (self.features(x) - self.features(y)).abs().mean()


class Predicts(lightning.LightningModule):
    """A framework runs it, but it has no step of training."""

    def __init__(self):
        super().__init__()
        self.net = zoo.Teacher().eval()
        self.head = nn.Linear(4, 4)

    def forward(self, x):
        return self.head(self.net(x))


print(Predicts()(torch.zeros(2, 4)))
print(Distance()(torch.zeros(2, 4), torch.ones(2, 4)) > 0)
