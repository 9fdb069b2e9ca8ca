"""Models of a test are fixtures: they return what the test is about."""

import unittest

import torch
import torch.nn as nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.score, self.label = nn.Linear(8, 1), nn.Linear(8, 3)

    def forward(self, x):
        return torch.sigmoid(self.score(x)), self.label(x)


class TestTwoHeads(unittest.TestCase):
    def test_shapes(self):
        score, label = TwoHeads()(torch.randn(2, 8))
        self.assertEqual(score.shape, (2, 1))
        self.assertEqual(label.shape, (2, 3))


if __name__ == "__main__":
    unittest.main()
