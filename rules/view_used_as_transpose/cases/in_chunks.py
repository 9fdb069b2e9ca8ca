"""Queries, keys and values in one tensor, which is cut into three."""

import torch.nn.functional as F
from torch import nn


class Mixed(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.packed = nn.Conv1d(width, width * 3, 1)

    def cut(self, x):
        b, w, t = x.shape
        packed = self.packed(x).view(b, self.heads * 3, w // self.heads, t).transpose(2, 3)
        q, k, v = packed.chunk(3, dim=1)
        return F.scaled_dot_product_attention(q, k, v), (b, w, t)

    def forward(self, x):
        b, w, t = x.shape
        packed = self.packed(x).view(b, self.heads * 3, w // self.heads, t).transpose(2, 3)
        q, k, v = packed.chunk(3, dim=1)
        mixed = F.scaled_dot_product_attention(q, k, v)
        return mixed.reshape(b, w, t)  # finding: `reshape` does not reorder elements


class Right(Mixed):
    def forward(self, x):
        b, w, t = x.shape
        packed = self.packed(x).view(b, self.heads * 3, w // self.heads, t).transpose(2, 3)
        q, k, v = packed.chunk(3, dim=1)
        return F.scaled_dot_product_attention(q, k, v).transpose(2, 3).reshape(b, w, t)


class InOtherParts(Mixed):
    def forward(self, x):
        b, w, t = x.shape
        packed = self.packed(x).view(b, self.heads * 3, w // self.heads, t).transpose(2, 3)
        q, k = packed.chunk(2, dim=1)
        return F.scaled_dot_product_attention(q, k, k).reshape(b, w, t)
