"""A trainer that is given all that it uses."""

from torch import nn


class Trainer:
    def __init__(self, model, batches, optimizer):
        self.model, self.batches, self.optimizer = model, batches, optimizer

    def fit(self, epochs):
        for _ in range(epochs):
            for x, y in self.batches:
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()  # finding: applies the gradients of all earlier steps again
