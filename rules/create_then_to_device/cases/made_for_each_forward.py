"""Objects, grids and masks that are made for one forward, by helpers and by constructors."""

import torch
from torch import nn


class CausalMask:
    def __init__(self, rows, length, device="cpu"):
        self._mask = torch.triu(torch.ones([rows, length, length]), diagonal=1).to(device)  # finding: pass `device=dev

    @property
    def mask(self):
        return self._mask


class KeptMask:
    """A forward stores it when it is first needed."""

    def __init__(self, length, device="cpu"):
        self.mask = torch.triu(torch.ones([length, length]), diagonal=1).to(device)


def square(n):
    mask = (torch.triu(torch.ones(n, n)) == 1).transpose(0, 1)
    mask = mask.float().masked_fill(mask == 0, float("-inf"))
    return mask


def square_of(x):
    return torch.triu(torch.ones(len(x), len(x), device=x.device))


def square_at(n, like):
    mask = torch.triu(torch.ones(n, n))
    return mask.to(like.device) if like is not None else mask


class Attention(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.lin = nn.Linear(width, width)
        self.kept = None

    def forward(self, x, mask=None):
        if mask is None:
            mask = CausalMask(x.shape[0], x.shape[1], device=x.device)
        if self.kept is None:
            self.kept = KeptMask(x.shape[1], device=x.device)
        near = square(x.shape[1]).to(x.device)  # suspected: `torch.ones(n, n)` is created on the CPU and copied
        far = square_of(x).to(x.device)
        some = square_at(x.shape[1], x).to(x.device)
        return self.lin(x) * mask.mask + self.kept.mask + near + far + some + self.grid(x)

    def grid(self, x):
        y = torch.arange(0, x.shape[1], dtype=torch.float)
        z = torch.arange(0, x.shape[2], dtype=torch.float)
        y, z = torch.meshgrid(y, z, indexing="ij")
        y = y.to(x.device)  # finding: is created on the CPU and copied each time
        both = torch.stack([torch.arange(4), torch.arange(4)]).to(x.device)  # finding: `torch.arange(4)` is created
        offsets = (torch.arange(9)[:, None] - torch.arange(9)[None, :]).to(x.device)  # finding: `torch.arange(9)` is
        return y + both.sum() + offsets.sum() + z.to(x.device)  # finding: is created on the CPU and copied each time


def boxes(masks):
    if masks.numel() == 0:
        return masks
    y = torch.arange(0, masks.shape[-2])
    x = torch.arange(0, masks.shape[-1])
    y, x = torch.meshgrid(y, x, indexing="ij")
    y = y.to(masks)  # finding: pass `device=masks.device` to it
    x = x.to(masks)  # finding: pass `device=masks.device` to it
    return (masks * y).amax() + (masks * x).amax()


def train(net: Attention, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for rows in loader:
        optimizer.zero_grad()
        (net(rows).mean() + boxes(rows)).backward()
        optimizer.step()
