"""A training inside a test, whose file pytest itself rewrites and keeps compiled: what it imports is looked at."""

# needs: pytest
# runs: {python} -m pytest -s -p no:terminal -p no:cacheprovider {path}

import torch
from torch import nn


def fit(steps):
    torch.manual_seed(0)
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    total = 0.0
    for _ in range(steps):
        x = torch.randn(16, 4)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), (x[:, 0] > 0).long())
        loss.backward()
        optimizer.step()
        total += loss  # undecided by loss-accumulates-graph
    return net, total.item()


def test_a_fit_learns():
    net, total = fit(20)
    print(f"{total:.6f}")
    torch.save(net.state_dict(), "weights.pt")
    assert total < 20
