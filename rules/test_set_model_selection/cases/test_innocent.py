"""A test chooses what it likes."""

import unittest

import torch
from torch import nn


class TestSaving(unittest.TestCase):
    def test_best(self):
        net, best, test_data = nn.Linear(2, 2), 0.0, [torch.rand(2, 2)]
        for rows in test_data:
            score = net(rows).mean().item()
            if score > best:
                torch.save(net.state_dict(), "net.pt")
        self.assertTrue(best >= 0)
