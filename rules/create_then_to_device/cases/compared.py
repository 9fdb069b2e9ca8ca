"""Random masks that are drawn on the CPU and moved, and what is compared with something that is on a device."""

import torch
from torch import nn


class Dropping(nn.Module):
    def __init__(self, share: float):
        super().__init__()
        self.share = 0.1
        self.empty = nn.Parameter(torch.zeros(8))
        self.limit = nn.Parameter(torch.zeros(8))

    def forward(self, x):
        if self.training:
            drop = torch.rand(len(x)) < self.share
            drop = drop.unsqueeze(-1).cuda().to(x.dtype)  # finding: is created on the CPU and copied each time
            x = drop * self.empty + (1 - drop) * x
        kept = (torch.rand(8) >= 0.5).to("cuda")  # finding: is created on the CPU and copied each time
        near = (torch.rand(8, device=x.device) < self.limit).to("cuda")
        both = (torch.rand(8) < torch.rand(8)).to("cuda")  # finding: is created on the CPU and copied each time
        return x * kept * near * both
