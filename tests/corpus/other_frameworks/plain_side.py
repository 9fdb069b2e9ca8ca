"""NumPy with the names of PyTorch."""

import numpy as np


class Net:
    def __init__(self):
        self.weight, self.training = np.zeros((4, 2)), True

    def eval(self):
        self.training = False

    def __call__(self, x):
        scores = np.exp(x @ self.weight)
        return scores / scores.sum(1, keepdims=True)


def cross_entropy(odds, target):
    return -np.log(odds[np.arange(len(target)), target]).mean()


def train(model, loader):
    losses = []
    for x, y in loader:
        losses.append(cross_entropy(model(x), y))
    model.eval()
    return sum(losses), [model(x).argmax(1) for x, _ in loader]
