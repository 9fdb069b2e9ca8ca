"""Methods that ask for the model's mode before they switch it: it is in eval mode afterwards, whatever it was in."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(), nn.Linear(8, 2))
        self.scores = nn.Softmax(dim=1)

    def forward(self, rows):
        return self.layers(rows)

    def scores_of(self, rows):
        if self.training:
            self.eval()
        rows = self.forward(rows)  # suspected: decorate `scores_of` with `@torch.no_grad()`
        return self.scores(rows)


class OfBothModes(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(), nn.Linear(8, 2))

    def forward(self, rows):
        return self.layers(rows)

    def step(self, rows):
        if not self.training:
            self.train()
        return self.forward(rows)

    def in_the_mode_it_had(self, rows):
        was_training = self.training
        self.eval()
        with torch.no_grad():
            best = self.forward(rows).argmax(1)
        if was_training:
            self.train()
        return best, self.forward(rows)
