"""A test may compute what it likes."""

import torch.nn.functional as F


def test_sums(model, loader):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()
    assert total / len(loader.dataset) < 1
