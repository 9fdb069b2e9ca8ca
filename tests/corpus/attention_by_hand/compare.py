"""Two towers compare two pictures; one puts the pictures of a pair side by side, and one those of other pairs."""

import torch
from torch import nn


class Compare(nn.Module):
    def __init__(self, tower, other):
        super().__init__()
        self.tower, self.other, self.judge = tower, other, nn.Linear(32, 1)

    def forward(self, left, right):
        seen, also = self.tower(left), self.other(right)
        together = torch.cat([seen, also], dim=1)
        size = also.shape[0]
        shuffled = torch.cat((seen, also)).reshape(size, -1)  # finding: concatenate along `dim=1`
        return self.judge(together) - self.judge(shuffled)
