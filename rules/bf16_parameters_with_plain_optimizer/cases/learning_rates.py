"""The learning rate comes from elsewhere: whether it is small is for a run to tell."""

import os

import torch
from torch import nn

SLOW, FAST = (float(os.environ.get(name, default)) for name, default in (("SLOW", "1e-5"), ("FAST", "0.5")))


def fit(net, optimizer):
    for _ in range(6):
        rows = torch.randn(32, 8, dtype=torch.bfloat16)
        optimizer.zero_grad()
        (net(rows) - rows.sum(1, keepdim=True)).square().mean().backward()
        optimizer.step()


torch.manual_seed(1)
slow = nn.Linear(8, 1).bfloat16()  # suspected: trains bfloat16 parameters
fit(slow, torch.optim.AdamW(slow.parameters(), lr=SLOW))
fast = nn.Linear(8, 1).to(torch.bfloat16)  # suspected: trains bfloat16 parameters, where small Adam updates  # refuted
fit(fast, torch.optim.Adam(fast.parameters(), lr=FAST))
