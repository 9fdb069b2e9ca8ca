"""Blocks with and without BatchNorm."""

import torch
from torch import nn
from torch.utils import checkpoint as cp


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8)

    def forward(self, x):
        return self.norm(self.conv(x)).relu()


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Block()
        self.second = nn.Sequential(nn.Conv2d(8, 8, 3), nn.GroupNorm(2, 8))
        self.third = nn.Sequential(nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8, track_running_stats=False))
        self.all = nn.Sequential(Block(), nn.Conv2d(8, 8, 3))
        self.last = nn.Sequential(nn.Conv2d(8, 8, 3), Block())

    def forward(self, x):
        x = cp.checkpoint(self.first, x, use_reentrant=False)  # finding: runs the checkpointed `self.first`
        x = cp.checkpoint(self.second, x, use_reentrant=False)
        x = cp.checkpoint(self.third, x, use_reentrant=False)
        x = cp.checkpoint_sequential(self.all, 2, x, use_reentrant=False)  # finding: `self.all`
        x = cp.checkpoint_sequential(self.all, 1, x, use_reentrant=False)  # one segment, which is the last
        x = cp.checkpoint_sequential(self.last, 2, x, use_reentrant=False)  # the last segment is not recomputed
        with torch.no_grad():
            return cp.checkpoint(self.first, x, use_reentrant=False)


def unknown(block, x):
    return cp.checkpoint(block, x, use_reentrant=False)
