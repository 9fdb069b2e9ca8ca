"""One output of several may have come by way of other parts than those that were changed."""

import torch
import torch.nn.functional as F
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.first = nn.Linear(8, 8)
        self.second = nn.Linear(8, 8)

    def forward(self, x):
        hidden = self.body(x).detach()
        return self.first(hidden), self.second(hidden)


heads = Heads()
one = torch.optim.SGD(heads.first.parameters(), lr=0.1)
other = torch.optim.SGD(heads.second.parameters(), lr=0.1)
for x, y in [(torch.randn(4, 8), torch.randn(4, 8))] * 3:
    a, b = heads(x)
    F.mse_loss(a, y).backward()
    one.step()
    one.zero_grad()
    F.mse_loss(b, y).backward()  # suspected: may raise, as `one.step()` has changed parameters  # refuted
    other.step()
    other.zero_grad()
