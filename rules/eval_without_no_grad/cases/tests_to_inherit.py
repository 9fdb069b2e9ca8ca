"""Tests that other packages inherit: the class that runs them, and its framework, are theirs."""

from abc import abstractmethod

import torch


class ModelTests:
    @abstractmethod
    def make_model(self, rows):
        raise NotImplementedError

    def test_shape_in_eval_mode(self):
        rows = torch.rand(4, 3)
        model = self.make_model(rows)
        model.eval()
        output = model(rows)
        self.assertEqual(output.mean.dim(), 1)
        self.assertTrue(output.variance.min().item() > 0)
