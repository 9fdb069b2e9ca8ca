"""Where tensors are made, and where they go."""

from functools import partial

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.full((1,), 0.5).to("cuda")
        self.device = torch.device("cuda")

    def forward(self, x, where):
        positions = torch.arange(x.shape[1]).to(x.device)  # finding: pass `device=x.device` to it
        start = torch.zeros(x.shape[0], 1).to(self.device)  # finding: is created on the CPU and copied each time
        shifted = torch.zeros(*x.shape).cuda()  # finding: pass `device="cuda"` to it
        known = torch.ones(3, device=x.device).to(torch.float16)
        typed = torch.ones(3).to(x.dtype)
        both = torch.ones(3).to(x.device, torch.float16)
        like = torch.ones(3).to(x)  # finding: pass `device=x.device` to it
        unsure = torch.ones(3).to(where)
        leaf = torch.ones(3, requires_grad=True).to(x.device)
        return positions, start, shifted, known, typed, both, like, unsure, leaf


def collect(batches, device):
    target = "cuda:0"
    found = []
    for rows in batches:
        found.append(torch.ones(rows).to(target))  # finding: pass `device=target` to it
        found.append(torch.tensor(rows).to(target))
        found.append(torch.blackman_window(rows).to(target))  # finding: pass `device=target` to it
        found.append(torch.ones_like(found[0]).to(target))
        found.append(torch.empty(0, 2).to(target))
        found.append(torch.ones(rows).to(device))  # finding: pass `device=device` to it
        found.append(torch.randn(rows).cuda(device))  # finding: pass `device=device` to it
        found.append(torch.randn(rows).cuda(0, non_blocking=True))  # finding: pass `device=0` to it
        found.append(torch.zeros(rows).cuda(*batches))
        found.append(torch.as_tensor(rows).to(target))
        found.append(torch.ones(rows).to(device=device, non_blocking=True))  # finding: `device=device`
    return found, [torch.zeros(2).to(target) for _ in range(3)]  # finding: is created on the CPU and copied each time


def once():
    return torch.ones(3).to("cuda")


class Shuffled(nn.Module):
    """Draws where it is told to, by a function that says so itself."""

    def __init__(self, device):
        super().__init__()
        self.order = partial(torch.randperm, device=device, dtype=torch.long)

    def forward(self, x):
        return x[self.order(x.shape[0]).to(x.device)]


class Noise(torch.nn.Module):
    """Cast in the same call."""

    def forward(self, x):
        first = torch.randn(x.size(0), 2).to(device=x.device, dtype=x.dtype)  # finding: x.device
        second = torch.randn(x.size(0), 2).to(x.device, x.dtype)  # finding: x.device
        return first + second + torch.randn(x.size(0), 2).to(x.dtype)
