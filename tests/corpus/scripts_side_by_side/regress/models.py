"""The Net of this folder ends in scores."""

from torch import nn


class Net(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
