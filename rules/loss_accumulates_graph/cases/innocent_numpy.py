"""The same names in numpy and plain Python, in a file that uses torch elsewhere."""

import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 1)
samples = [(np.ones(3), 1.0), (np.zeros(3), 0.0), (np.full(3, 2.0), 2.0)]


def fit_by_hand(rate=0.1):
    weights, total_loss = np.zeros(3), 0.0
    for inputs, target in samples:
        error = inputs @ weights - target
        loss = error**2
        weights -= rate * 2 * error * inputs
        total_loss += loss
    return weights, total_loss / len(samples)


def squared_loss(outputs, targets):
    return np.mean((outputs - targets) ** 2)


def compare_with_torch():
    running_loss = 0.0
    with torch.no_grad():
        for inputs, target in samples:
            outputs = model(torch.from_numpy(inputs).float()).numpy()
            running_loss += squared_loss(outputs, target)
    return running_loss


def read_log(lines):
    total_loss = 0.0
    for line in lines:
        loss = float(line.split("=")[1])
        total_loss += loss
    return total_loss


if __name__ == "__main__":
    print(fit_by_hand(), compare_with_torch(), read_log(["loss=0.5", "loss=0.25"]))
