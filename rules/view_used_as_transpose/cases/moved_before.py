"""Attention whose heads lie before the positions, and tensors that were put below each other."""

import torch
import torch.nn.functional as F
from torch import nn


class Heads(nn.Module):
    def __init__(self, width, heads=8):
        super().__init__()
        self.heads, self.each = heads, width // heads
        self.given, self.out, self.drop = nn.Linear(width, width * 3), nn.Linear(width, width), nn.Dropout(0.1)

    def unbound(self, x):
        batch, length, width = x.shape
        given = self.given(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = given.unbind(0)
        mixed = F.scaled_dot_product_attention(q, k, v)
        wrong = mixed.reshape(batch, length, width)  # finding: elements, so it scrambles `mixed`; permute it first
        return self.out(wrong), self.out(mixed.transpose(1, 2).reshape(batch, length, width))

    def by_hand(self, x):
        batch, length, width = x.shape
        q, k, v = self.given(x).reshape(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        weights = self.drop(((q * self.each**-0.5) @ k.transpose(-2, -1)).softmax(-1))
        wrong = (weights @ v).view(batch, length, -1)  # finding: it scrambles `weights @ v`; permute it
        right = torch.matmul(weights, v).permute(0, 2, 1, 3).contiguous().view(batch, length, -1)
        return wrong, right

    def of_several_lengths(self, x, memory):
        batch, length, _ = x.size()
        q, k, v = [self.out(t).view(batch, -1, self.heads, self.each).transpose(1, 2) for t in (x, memory, memory)]
        mixed = F.scaled_dot_product_attention(q, k, v)
        wrong = mixed.contiguous().view(batch, -1, self.heads * self.each)  # finding: scrambles
        moved = mixed.transpose(1, 2).contiguous()
        return wrong, moved.view(batch, -1, self.heads * self.each), moved.view(batch, length, -1)

    def of_either(self, x, fused):
        batch, length, width = x.shape
        q = self.given(x).view(batch, length, self.heads, self.each).transpose(1, 2)
        if fused:
            y = F.scaled_dot_product_attention(q, q, q)
        else:
            y = (q @ q.transpose(2, 3)).softmax(-1) @ q
        return y.reshape(batch, length, width), y.transpose(1, 2).reshape(batch, length, width)  # finding: `y`


def in_order(x, y, groups, window):
    b, c, h, w = x.shape
    shuffled = x.view(b, groups, c // groups, h, w).transpose(1, 2).reshape(b, c, h, w)
    windows = x.view(b, c, h // window, window, w // window, window).permute(0, 2, 4, 3, 5, 1)
    merged = windows.reshape(-1, window * window, c)
    spread = x.reshape(b, c, h // 2, 2, w // 2, 2).permute(0, 3, 5, 1, 2, 4).reshape(b, 4 * c, h // 2, w // 2)
    folded = x.flatten(2).transpose(1, 2).transpose(1, 2).reshape(b, c, h, w)
    unknown = y.transpose(1, 2).reshape(b, h, w), x.unbind(dim=1)[0].reshape(b, w, h)
    return shuffled, merged, spread, folded, unknown


def grouped_queries(q, k, v, heads, key_heads, each):
    b, length, _ = q.shape
    q = q.view(b, length, heads, each).transpose(1, 2)
    k, v = (one.view(b, length, key_heads, each).transpose(1, 2) for one in (k, v))
    y = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    return y.transpose(1, 2).reshape(b, length, heads * each)


def pairs(x, y, z):
    rows = y.shape[0]
    below = torch.cat([x, y]).reshape(rows, -1)  # finding: concatenate along `dim=1`
    both = torch.concat((x, y), dim=0)
    halves = both.view(x.size(0), 2, -1)  # finding: scrambles `both`; concatenate along `dim=1`
    beside = torch.cat([x, y], dim=1).reshape(rows, -1), both.reshape(2, rows, -1), both.view(-1, 4)
    first, second = z[: len(z) // 2], z[len(z) // 2 :]
    return below, halves, beside, torch.cat([first, second]).view(z.shape[0], -1)
