import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, heads=4):
        super().__init__()
        self.heads = heads
        self.attention = nn.MultiheadAttention(16, heads)
        self.scores, self.each = None, None

    def forward(self, x):
        x, scores = self.attention(x, x, x)
        self.scores = scores.detach().cpu()
        x, self.each = self.attention(x, x, x, average_attn_weights=False)
        return x


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.cross = Attention()

    def forward(self, x):
        return self.cross(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(2)])

    def forward(self, x):
        found = []
        for layer in self.layers:
            x = layer(x)
            found.append(layer.cross.scores.mean(dim=1).squeeze(1).squeeze(1))  # suspected: averages over the queries
            found.append(layer.cross.each.mean(dim=1)[0, 0] + layer.cross.each[:, 0, -1, :])
            weights = layer.cross.scores
            first = weights[0, 0, 0, 0]  # finding: has no head dimension, so this index raises an IndexError
            found.append(first)
        return x, found


class Right(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(16, 4)

    def forward(self, x, other):
        out, weights = self.attention(x, x, x)
        over_queries = weights.mean(dim=1)
        last = weights[:, -1, :]
        added = weights[:, None, :, :], weights[..., -1, :]
        _, of_heads = self.attention(x, x, x, average_attn_weights=False)
        first_head = of_heads[:, 0, :, :] + of_heads.mean(dim=1)
        if weights.dim() == 4:
            last = weights[:, :, -1, :].mean(dim=1)
        try:
            last = weights[:, :, -1, :]
        except IndexError:
            last = weights[:, -1, :]
        _, theirs = other(x, x, x)
        return out, over_queries, last, added, first_head, theirs[:, :, -1, :]


def at_once(x):
    attention = nn.MultiheadAttention(16, 4)
    out, weights = attention(x, x, x)
    mean_over_heads = torch.mean(weights, dim=1)  # suspected: averages over the queries
    return out, mean_over_heads
