"""Numbers that are added to by an assignment, in methods that the compiled forward calls."""

import torch
from torch import nn


class Codes(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(8, 3))
        self.calls = 0
        self.last = 0
        self.register_buffer("steps", torch.zeros(()))

    def forward(self, x):
        self._count()
        return self.codes[torch.cdist(x, self.codes).argmin(-1)]

    def _count(self):
        self.calls = self.calls + 1  # finding: recompiles the forward for each new value
        self.last = 0
        self.last = self.last + 1
        self.steps = self.steps + 1


net = torch.compile(Codes())
for _ in range(100):
    net(torch.randn(4, 3)).sum().backward()
