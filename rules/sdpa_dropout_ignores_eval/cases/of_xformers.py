"""xformers' attention takes the probability as `p`, and has no mode either."""

import xformers.ops
from torch import nn
from xformers.ops import memory_efficient_attention


class Attention(nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.drop = nn.Dropout(p)

    def forward(self, q, k, v, mask):
        x = xformers.ops.memory_efficient_attention(q, k, v, p=self.drop.p)  # finding: applies `self.drop.p` as dropout
        return x + memory_efficient_attention(q, k, v, mask, 0.1)  # finding: applies `0.1` as dropout in eval mode too


class Switched(nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.p = p

    def forward(self, q, k, v, mask):
        x = memory_efficient_attention(q, k, v, attn_bias=mask, p=self.p if self.training else 0.0)
        return x + memory_efficient_attention(q, k, v, attn_bias=mask) + memory_efficient_attention(q, k, v, p=0.0)
