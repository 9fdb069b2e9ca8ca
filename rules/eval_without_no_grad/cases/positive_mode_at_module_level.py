"""The mode is set once for the whole script; the function that evaluates says nothing about it."""

import torch
from torch import nn

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
encoder = nn.Linear(8, 4)
encoder = encoder.eval()


def describe():
    hits = 0
    for inputs, labels in batches:
        codes = encoder(inputs)  # finding: `encoder` is evaluated with gradients enabled
        hits += (codes.argmax(1) == labels).sum().item()
    return hits


if __name__ == "__main__":
    print(describe())
