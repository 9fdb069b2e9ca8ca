"""Attention as it is written, and what a fused one can't do."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Masked(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.attn_drop = nn.Dropout(0.1)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x, mask=None):
        q, k, v = self.q(x), self.k(x), self.v(x)
        attn = torch.matmul(q, k.transpose(1, 2)) / math.sqrt(q.size(-1))
        if mask is not None:
            attn = attn.masked_fill(mask == 0, float("-inf"))
        attn = self.softmax(attn)
        attn = self.attn_drop(attn)
        return torch.matmul(attn, v)  # finding: attn_mask=..., dropout_p=self.attn_drop.p if self.training else 0.0)`

    def in_one(self, q, k, v, bias):
        turned = k.transpose(-2, -1)
        return torch.bmm(torch.softmax(torch.bmm(q, turned) + bias, dim=2), v)  # finding: v, attn_mask=bias, scale=1.0)`

    def methods(self, q, k, v):
        attn = (q @ k.mT * 0.125).softmax(-1)
        return F.dropout(attn, 0.1, self.training) @ v  # finding: dropout_p=0.1 if self.training else 0.0, scale=0.125)`

    def masked(self, q, k, v, keep, hidden):
        scores = (q @ k.mT / self.width).masked_fill(~keep, -1e9)
        seen = scores.softmax(-1) @ v  # finding: `F.scaled_dot_product_attention(q, k, v, attn_mask=keep, scale=1 / self.width)`
        scores = (q @ k.mT * q.size(-1) ** -0.5).masked_fill(hidden, -1e9)
        seen += scores.softmax(-1) @ v  # finding: use `F.scaled_dot_product_attention(q, k, v, attn_mask=~hidden)`
        scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(keep == 0, -1e9) + hidden
        return seen + scores.softmax(-1) @ v  # finding: use `F.scaled_dot_product_attention(q, k, v, attn_mask=...)`


class Returned(nn.Module):
    def forward(self, q, k, v):
        attn = F.softmax(q @ k.transpose(-2, -1), dim=-1)
        return attn @ v, attn


class Kept(nn.Module):
    def forward(self, q, k, v):
        attn = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        self.last = attn.detach()
        return attn @ v


class TalkingHeads(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.mix = nn.Conv2d(heads, heads, 1)

    def forward(self, q, k, v):
        attn = self.mix(q @ k.transpose(-2, -1)).softmax(dim=-1)
        return self.mix(attn) @ v


class NoAttention(nn.Module):
    def forward(self, x, experts, keys):
        routed = F.softmax(self.gate(x), dim=-1) @ experts
        over_queries = F.softmax(x @ keys.transpose(-2, -1), dim=1) @ experts
        similarity = F.softmax(x @ keys, dim=-1) @ experts
        return routed + over_queries + similarity, F.scaled_dot_product_attention(x, keys, experts)


class Either(nn.Module):
    def forward(self, q, k, v):
        if self.flash:
            return F.scaled_dot_product_attention(q, k, v)
        return F.softmax(q @ k.transpose(-2, -1) * self.scale, dim=-1) @ v
