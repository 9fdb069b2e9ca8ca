"""Parameters of one size, which `torch.Tensor` takes for a number of elements."""

import torch
from torch import nn


class Bias(nn.Module):
    def __init__(self, heads, width, start, rows):
        super().__init__()
        self.weight = nn.Parameter(torch.Tensor(heads, width))
        nn.init.xavier_uniform_(self.weight)
        self.bias = nn.Parameter(torch.Tensor(heads * width))  # finding: nothing initialises `bias`
        self.scale = nn.Parameter(torch.Tensor(width))  # finding: nothing initialises `scale`
        self.start = nn.Parameter(torch.Tensor(start))
        self.rows = nn.Parameter(torch.Tensor(rows + [1.0]))
        self.doubled = nn.Parameter(torch.Tensor(rows * 2))

    def forward(self, x):
        return x @ self.weight + self.bias + self.scale + self.start + self.rows + self.doubled


print(Bias(2, 3, [0.5], [1.0]).weight.shape)
