"""A test writes a formula down as it stands in the paper."""

import torch


def test_the_formula():
    x = torch.randn(5, requires_grad=True)
    expected = torch.log(torch.sigmoid(x) - torch.sigmoid(x - 1))
    assert torch.log(torch.sigmoid(x)).exp().sum() > expected.exp().sum()
