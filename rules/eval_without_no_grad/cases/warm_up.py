"""Made-up input that runs through a model a few times, before it is exported; and to measure, which should be gradless."""

import time

import torch
from torch import nn


def export(path, rounds=2):
    model = nn.Linear(4, 2).eval()
    nothing = torch.zeros(1, 4)
    for _ in range(rounds):
        scores = model(nothing)
    print(scores.shape)
    torch.jit.trace(model, nothing).save(path)


def measure(model, rounds=100):
    model.eval()
    nothing = torch.zeros(1, 4)
    start = time.time()
    for _ in range(rounds):
        scores = model(nothing)  # finding: `model` is evaluated with gradients enabled
        scores.argmax(1)
    return time.time() - start


if __name__ == "__main__":
    print(measure(nn.Linear(4, 2)))
