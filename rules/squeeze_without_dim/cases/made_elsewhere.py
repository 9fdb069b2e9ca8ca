"""Last dimensions of 1 that a method, a layer of an own class, or an operation makes."""

import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inner = nn.Linear(inputs, outputs)

    def forward(self, x):
        return self.inner(x)


class Decoder(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.gate = Affine(8, 1)
        self.words = Affine(8, outputs=words)
        self.head = nn.Linear(8, 1)

    def step(self, x):
        return torch.tanh(x), self.gate(x)

    def score(self, x):
        return self.head(x)

    def one_of_two(self, x, short):
        if short:
            return x, self.head(x)
        return x, self.words(x)

    def forward(self, x, short):
        gates = []
        for _ in range(10):
            x, gate = self.step(x)
            gates.append(gate.squeeze())  # finding: use `.squeeze(-1)`
        gates.append(self.step(x)[1].squeeze())  # finding: use `.squeeze(-1)`
        scores = self.score(x).squeeze()  # finding: use `.squeeze(-1)`
        doubled = (2 * self.head(x)).squeeze()  # finding: use `.squeeze(-1)`
        summed = x.sum(-1, keepdim=True).squeeze()  # finding: use `.squeeze(-1)`
        words = self.words(x).squeeze()
        _, either = self.one_of_two(x, short)
        channels = x.mean(1, keepdim=True).squeeze()  # finding: pass the `dim` to remove
        mixed = (self.head(x) + x).squeeze()
        states = self.step(x)[0].squeeze()
        return gates, scores, doubled, summed, words, either.squeeze(), channels, mixed, states
