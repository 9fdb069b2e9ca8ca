"""Tests of a model: they run a forward to look at its shape, and stop."""

import torch
from torch import nn


def build():
    return nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))


def test_shape():
    model = build()
    model.eval()
    assert model(torch.randn(2, 8)).shape == (2, 3)


def test_all_batch_sizes():
    model = build().eval()
    for size in (1, 2, 3):
        outputs = model(torch.randn(size, 8))
        assert outputs.size(0) == size


class TestModel:
    def test_is_deterministic(self):
        model = build().eval()
        inputs = torch.randn(2, 8)
        first, second = model(inputs), model(inputs)
        assert torch.equal(first, second)


def test_a_callback_sees_the_output():
    model, seen = nn.Linear(4, 2), []
    model.eval()

    def callback(x):
        seen.append(model(x).argmax(1))

    for _ in range(3):
        callback(torch.rand(2, 4))
    assert len(seen) == 3
