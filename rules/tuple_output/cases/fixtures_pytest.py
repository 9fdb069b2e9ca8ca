"""Models of a test are fixtures: they return what the test is about."""

import pytest

import torch
import torch.nn as nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.score, self.label = nn.Linear(8, 1), nn.Linear(8, 3)

    def forward(self, x):
        return torch.sigmoid(self.score(x)), self.label(x)


@pytest.fixture
def model():
    return TwoHeads()


def test_shapes(model):
    score, label = model(torch.randn(2, 8))
    assert score.shape == (2, 1)
    assert label.shape == (2, 3)
