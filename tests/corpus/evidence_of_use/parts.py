"""An encoder and a decoder, a model of both, and a model that stands alone."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(8, 6)

    def forward(self, x):
        return torch.relu(self.cell(x))


class Decoder(nn.Module):
    """Part of a whole in another file, which gets it by name."""

    def __init__(self):
        super().__init__()
        self.words, self.stop = nn.Linear(6, 12), nn.Linear(6, 1)

    def forward(self, code):
        return self.words(code), torch.sigmoid(self.stop(code))


class Grader(nn.Module):
    """Made in one file, wrapped, and called in a function that knows it by another name."""

    def __init__(self):
        super().__init__()
        self.marks, self.effort = nn.Linear(8, 5), nn.Linear(8, 1)

    def forward(self, x):
        return self.marks(x), self.effort(x)  # finding: returns 2 different things as a bare tuple


class Judge(nn.Module):
    """Made by a program that never calls it."""

    def __init__(self):
        super().__init__()
        self.marks, self.effort = nn.Linear(8, 5), nn.Linear(8, 1)

    def forward(self, x):
        return self.marks(x), self.effort(x)  # suspected: returns 2 different things as a bare tuple
