"""A test gives a loss what it likes, and compares."""

import torch
from torch import nn


def test_weights_are_used():
    scores = torch.softmax(torch.randn(8, 3), dim=1)
    labels = torch.tensor([0, 1, 2, 0, 1, 2, 0, 1])
    plain, weighted = nn.NLLLoss(), nn.NLLLoss(weight=torch.tensor([1.0, 1.0, 1.0]))
    assert torch.equal(plain(scores, labels), weighted(scores, labels))
