"""Models in whatever mode, whose output is only looked at: no gradient can come of it, but none may be in use either."""

import torch
from torch import nn

generator = nn.Linear(4, 8)
classifier = nn.Linear(8, 3)


def sample_image(count):
    noise = torch.randn(count, 4)
    images = generator(noise)  # suspected: `generator` is evaluated with gradients enabled
    return images.data.clamp(0, 1)


def describe(count):
    hits = 0
    for _ in range(count):
        scores = classifier(torch.randn(2, 8))  # suspected: `classifier` is evaluated with gradients enabled
        hits += (scores.argmax(1) == 0).sum().item()
    return hits


if __name__ == "__main__":
    print(sample_image(2).shape, describe(3))
