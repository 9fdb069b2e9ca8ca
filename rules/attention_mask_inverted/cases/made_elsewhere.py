"""Masks of objects, of functions, and of parameters that may be left out."""

import torch
import torch.nn.functional as F
from torch import nn


class Causal:
    def __init__(self, count, device="cpu"):
        shape = [1, 1, count, count]
        self._mask = torch.triu(torch.ones(shape, dtype=torch.bool), diagonal=1).to(device)

    @property
    def mask(self):
        return self._mask

    @property
    def visible(self):
        return ~self._mask


def causal(count):
    return torch.triu(torch.ones(count, count, dtype=torch.bool), diagonal=1)


class Attention(nn.Module):
    def __init__(self, is_causal=True):
        super().__init__()
        self.is_causal = is_causal
        self.register_buffer("triangle", causal(8))
        self.heads = nn.MultiheadAttention(8, 2)

    def forward(self, q, k, v, mask=None):
        if self.is_causal and mask is None:
            mask = Causal(q.size(1), device=q.device)
        hidden = mask.mask if self.is_causal else None
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=hidden)  # suspected: is True for what to hide
        out = F.scaled_dot_product_attention(out, k, v, attn_mask=mask.visible if self.is_causal else None)
        out = F.scaled_dot_product_attention(out, k, v, attn_mask=self.triangle)  # finding: is True for what to hide
        out, _ = self.heads(out, k, v, attn_mask=self.triangle)
        return F.scaled_dot_product_attention(out, k, v, attn_mask=~causal(8))
