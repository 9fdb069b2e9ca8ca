"""What is called by name in many places of one class is one finding, and what another class calls is another one."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.layer(x))


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.head = Block(), Block(), nn.Linear(4, 2)

    def forward(self, x, y):
        near = self.first.forward(x)  # finding: skips the hooks of `self.first` (and 2 more)
        far = self.first.forward(y)
        return self.head.forward(near - far) + self.second.forward(x).mean()  # finding: skips the hooks of `self.head`

    def encode(self, x):
        return self.first(x)


class Single(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        return self.block.forward(x)  # finding: `self.block.forward` skips the hooks of `self.block`; call


print(Pair()(torch.ones(2, 4), torch.zeros(2, 4)), Single()(torch.ones(2, 4)))
