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


class OverPixels(nn.Module):
    """Queries turned in place of keys, and weights turned before they meet the values."""

    def forward(self, q, k, v, scale):
        scores = scale * torch.bmm(q.flatten(2).permute(0, 2, 1), k.flatten(2))
        assert scores.shape[1] == scores.shape[2]
        weights = nn.Softmax(dim=-1)(scores)
        return torch.bmm(v.flatten(2), weights.permute(0, 2, 1))  # finding: (q, k, v, scale=scale)`

    def over_queries(self, q, k, v):
        weights = nn.Softmax(dim=-2)(q @ k.mT)
        return v @ weights.mT, weights.sum(-1)

    def not_turned(self, q, k, v):
        return v @ (q.mT @ k).softmax(-1)


class Windows(nn.Module):
    def forward(self, q, k, v, mask, windows):
        scores = q @ k.transpose(-2, -1)
        scores += self.bias[self.places].view(q.size(-2), q.size(-2), -1)
        if mask is not None:
            scores = scores.view(-1, windows, *scores.shape[1:]) + mask.unsqueeze(1)
            scores = scores.view(-1, *scores.shape[2:])
            weights = self.softmax(scores)
        else:
            weights = self.softmax(scores)
        return self.drop(weights) @ v  # finding: attn_mask=..., dropout_p=self.drop.p if self.training else 0.0, scale=1.0)`

    def without_heads(self, q, k, v, kept):
        weights = (q @ k.transpose(-2, -1)).softmax(-1)
        weights *= kept
        return weights @ v


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
