"""What a test runs, it runs to see it run; what it calls elsewhere is not judged by it."""

import torch

from nets.measure import accuracy
from nets.small import Small


def test_it_learns():
    net = Small()
    net.eval()
    before = net(torch.ones(1, 3, 8, 8))
    losses = []
    for _ in range(3):
        losses.append(net(torch.ones(1, 3, 8, 8)).sum())
    assert before.shape == (1, 8, 6, 6)
    assert accuracy(net, [(torch.ones(1, 3, 8, 8), torch.zeros(1))]) >= 0


def test_hooks():
    net = Small()
    net.body.register_forward_hook(lambda *given: None)
    net(torch.ones(1, 3, 8, 8))
