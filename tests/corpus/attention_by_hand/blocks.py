"""Two ways to attend: PyTorch's own and a product by hand, both with the heads before the patches."""

import torch.nn.functional as F
from torch import nn


class Attend(nn.Module):
    def __init__(self, width, heads, fused):
        super().__init__()
        self.heads, self.fused = heads, fused
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, patches):
        n, count, width = patches.shape
        qkv = self.qkv(patches).reshape(n, count, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        if self.fused:
            return self.proj(F.scaled_dot_product_attention(q, k, v).reshape(n, count, width))  # finding: does not reorder elements
        scores = (q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5).softmax(dim=-1)
        return self.proj((scores @ v).reshape(n, count, width))  # finding: does not reorder elements


class AttendInOrder(Attend):
    def forward(self, patches):
        n, count, width = patches.shape
        q, k, v = self.qkv(patches).view(n, count, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind()
        mixed = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)
        return self.proj(mixed.reshape(n, count, width))
