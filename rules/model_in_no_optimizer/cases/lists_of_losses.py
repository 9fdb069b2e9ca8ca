"""A loss made of several: a list of modules has parameters only if the modules that were added have some."""

import torch
import torch.nn.functional as F
from torch import nn


class Weighted(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("weights", torch.hann_window(size))

    def forward(self, x, y):
        return F.l1_loss(x * self.weights, y * self.weights)


class Learned(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = nn.Linear(size, size)

    def forward(self, x, y):
        return F.l1_loss(self.scale(x), self.scale(y))


class AllWeighted(nn.Module):
    def __init__(self, sizes=(4, 8)):
        super().__init__()
        self.parts = nn.ModuleList()
        self.others = nn.ModuleList()
        for size in sizes:
            self.parts += [Weighted(size)]
            self.others.append(Weighted(size))

    def forward(self, x, y):
        return sum(part(x, y) for part in [*self.parts, *self.others])


class AllLearned(nn.Module):
    def __init__(self, sizes=(4, 8)):
        super().__init__()
        self.parts = nn.ModuleList()
        for size in sizes:
            self.parts += [Learned(size)]

    def forward(self, x, y):
        return sum(part(x, y) for part in self.parts)


class Solver:
    def __init__(self, loader, model):
        self.loader, self.model = loader, model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.weighted = AllWeighted()
        self.learned = AllLearned()

    def train(self):
        for x, y in self.loader:
            guess = self.model(x)
            loss = self.weighted(guess, y) + self.learned(guess, y)  # finding: `self.learned` gets gradients that no
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def main(loader):
    Solver(loader, nn.Linear(4, 4)).train()
