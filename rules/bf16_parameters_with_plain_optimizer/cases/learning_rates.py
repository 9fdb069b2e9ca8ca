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
slow = nn.Linear(8, 1).bfloat16()  # suspected: stores the parameters in bfloat16, which rounds small AdamW updates away
fit(slow, torch.optim.AdamW(slow.parameters(), lr=SLOW))
fast = nn.Linear(8, 1).to(torch.bfloat16)  # suspected: stores the parameters in bfloat16  # refuted
fit(fast, torch.optim.Adam(fast.parameters(), lr=FAST))
