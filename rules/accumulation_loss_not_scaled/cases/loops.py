import torch
import torch.nn.functional as F
from torch import nn


def clipped(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.AdamW(net.parameters())
    for number, (x, y) in enumerate(loader):
        F.cross_entropy(net(x), y).backward()  # finding: sums gradients over several passes
        if (number + 1) % 4 == 0:
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
