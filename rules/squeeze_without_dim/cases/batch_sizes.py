"""One number for each sample, with dimensions of size 1 behind it to multiply with."""

import torch
from torch import nn


class Noised(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, mask):
        b, _, _ = x.shape
        t = torch.rand([b, 1, 1], device=x.device)
        y = t * x
        return self.net(y, t.squeeze(), mask)  # suspected: `t.squeeze()` has no dimension left if the batch is one sample; use `.flatten()`

    def by_size(self, x):
        t = torch.randn(x.size(0), 1, 1, 1).to(x.device)
        return self.net(t * x, torch.squeeze(t))  # suspected: has no dimension left

    def by_view(self, x, steps):
        scale = steps.view(x.shape[0], 1, 1)
        return scale * x, self.net(x, scale.squeeze())  # suspected: has no dimension left

    def by_length(self, x):
        n = len(x)
        t = torch.zeros((n, 1, 1))
        return self.net(t * x, t.squeeze(-1).squeeze(-1))

    def of_one(self, x):
        t = torch.rand([1, 1, 1])
        return self.net(t * x, t.squeeze())

    def of_a_map(self, x):
        b, _, width = x.shape
        t = torch.rand([width, 1, 1])
        whole = torch.rand([b, 4, 1])
        return self.net(t, t.squeeze(), whole.squeeze(-1))


print(Noised(nn.Bilinear(3, 3, 3))(torch.rand(2, 3, 3), None))
