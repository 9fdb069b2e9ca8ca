"""Tokens whose features are split into heads."""

from torch import nn


class Attention(nn.Module):
    def __init__(self, size, heads):
        super().__init__()
        self.size, self.heads = size, heads
        self.width = size // heads
        self.query, self.key = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q = self.query(x).view(batch, self.heads, tokens, self.width)  # finding: write `.view(batch, tokens, self.heads
        k = self.key(x)
        k = k.reshape(x.size(0), self.heads, -1, self.width)  # finding: it scrambles `k`; write `.reshape(x.size(0), -1
        own = x.view(batch, self.heads, tokens, self.width)  # finding: so it scrambles `x`
        right = self.key(x).view(batch, tokens, self.heads, self.width).transpose(1, 2)
        n, length = x.shape[0], x.shape[1]
        again = self.query(x).view(n, self.heads, length, self.width)  # finding: so it scrambles `self.query(x)`
        x = x.transpose(1, 2)
        moved = x.reshape(batch, self.heads, self.width, tokens)
        lost = x.reshape(batch, self.heads, tokens, self.width)  # finding: so it scrambles `x`
        return q, k, own, right, moved, lost, again


class OfImages(nn.Module):
    """Channels come first there, and are split in place."""

    def __init__(self, size, heads):
        super().__init__()
        self.heads = heads
        self.width = size // heads
        self.rows = 4
        self.query = nn.Conv1d(size, size, 1)
        self.linear = nn.Linear(size, size)

    def forward(self, x):
        batch, channels, tokens = x.shape
        return self.query(x).view(batch, self.heads, self.width, tokens)

    def of_patches(self, x):
        batch, tokens, _ = x.shape
        return self.linear(x).view(batch, self.rows, tokens // self.rows, self.width * self.heads)

    def of_another(self, x, y):
        batch, tokens, _ = y.shape
        return self.linear(x).view(batch, self.heads, tokens, self.width)
