"""A method that has the name of one of PyTorch's functions is the model's own, and what it gives is not known."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size: int, heads: int):
        super().__init__()
        self.heads, self.depth = heads, size // heads
        self.query, self.key, self.value = nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, size)

    def scaled_dot_product_attention(self, q, k, v):
        weights = torch.softmax(q @ k.transpose(-2, -1) / self.depth**0.5, dim=-1)
        return weights @ v, weights

    def forward(self, x):
        batch = x.size(0)
        q = self.query(x).view(batch, -1, self.heads, self.depth).transpose(1, 2)
        k = self.key(x).view(batch, -1, self.heads, self.depth).transpose(1, 2)
        v = self.value(x).view(batch, -1, self.heads, self.depth).transpose(1, 2)
        mixed, _ = self.scaled_dot_product_attention(q, k, v)
        return mixed.transpose(1, 2).contiguous().view(batch, -1, self.heads * self.depth)


class Scrambled(Attention):
    def forward(self, x):
        batch = x.size(0)
        q = self.query(x).view(batch, -1, self.heads, self.depth).transpose(1, 2)
        mixed = nn.functional.scaled_dot_product_attention(q, q, q)
        return mixed.reshape(batch, -1, self.heads * self.depth)  # finding: `reshape` does not reorder elements
