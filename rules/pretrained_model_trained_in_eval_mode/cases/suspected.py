"""Models whose layers are chosen by name."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, *names):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), *[getattr(nn, name)() for name in names], nn.Linear(8, 1))

    def forward(self, rows):
        return self.layers(rows)


def build(*names):
    net = Net(*names)
    net.eval()
    return net


def build_again(*names):
    net = Net(*names)
    net.eval()
    return net


rows = torch.randn(40, 8)
net = build("Dropout")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in rows.split(10):
    optimizer.zero_grad()
    net(batch).square().mean().backward()  # suspected: in eval mode because `build` left it there
    optimizer.step()

switched = build_again("AlphaDropout")
for module in switched.modules():
    module.training = True
optimizer = torch.optim.SGD(switched.parameters(), lr=0.1)
for batch in rows.split(10):
    optimizer.zero_grad()
    switched(batch).square().mean().backward()  # suspected: in eval mode because `build_again` left it there  # refuted
    optimizer.step()
