"""A model that only tests make, in a file of other things, and one that the program makes, too."""

import torch
from torch import nn


def count(model):
    return sum(1 for part in model.modules() if isinstance(part, nn.Linear))


class Toy(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))

    def forward(self, x):
        return self.trunk(x)


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))  # finding: follows another linear layer with no

    def forward(self, x):
        return self.trunk(x)


def test_count():
    assert count(Toy()) == 2
    assert count(Small()) == 2


def test_speed(batch):
    """Asserts nothing: it may as well be an evaluation."""
    print(Small()(batch))


if __name__ == "__main__":
    test_count()
    test_speed(torch.ones(1, 4))
