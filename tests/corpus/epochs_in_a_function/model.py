"""A classifier that ends in a softmax of its own."""

import torch
from torch import nn


class Digits(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(64, width)
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return torch.softmax(self.head(torch.relu(self.hidden(x))), dim=-1)
