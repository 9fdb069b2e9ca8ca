"""A test that steps change the parameters: what they learn is nobody's concern."""

import torch
from torch import nn


def test_that_steps_change_the_parameters():
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        before = [p.detach().clone() for p in model.parameters()]
        optimizer.zero_grad()
        for inputs in torch.rand(2, 8, 4):
            model(inputs).square().mean().backward()
            optimizer.step()
        assert all(not torch.equal(old, new) for old, new in zip(before, model.parameters()))
