"""Bands and frames of a spectrogram, each read as a sequence; the other one is folded into the batch."""

import torch
from einops import rearrange
from torch import nn


class Reader(nn.Module):
    """Of rows of another class, which folds the batch into dimension 0."""

    def __init__(self, width):
        super().__init__()
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, 2)
        self.memory = nn.GRU(width, width)

    def forward(self, rows):
        normal = self.before(rows)
        mixed, _ = self.attention(normal, normal, normal, need_weights=False)  # finding: its input has the batch there, as `b * bands`
        rows = rows + mixed
        told, _ = self.memory(self.after(rows))  # finding: its input has the batch there, as `b * bands`
        return rows + told


class OverTime(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.reader = Reader(width)

    def forward(self, x):
        b, width, frames, bands = x.shape
        x = x.permute(0, 3, 2, 1).contiguous().view(b * bands, frames, width)
        return self.reader(x).view(b, bands, frames, width).permute(0, 3, 2, 1)


class ByPattern(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.memory = nn.LSTM(width, width)
        self.other = nn.LSTM(width, width)
        self.again = nn.LSTM(width, width)

    def forward(self, x):
        rows = rearrange(x, "b w t f -> (b f) t w")
        told, _ = self.memory(rows)  # finding: its input has the batch there, as `(b f)`
        same, _ = self.other(rearrange(x, "b w t f -> t (b f) w"))
        again = rearrange(rearrange(x, "b w t f -> (b t) f w"), "(b t) f w -> (b f) t w", b=len(x))
        again, _ = self.again(again)  # finding: its input has the batch there, as `(b f)`
        return told, same


class Innocent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.rows_first = nn.GRU(width, width, batch_first=True)
        self.turned = nn.GRU(width, width)
        self.places = nn.MultiheadAttention(width, 2)

    def forward(self, x):
        b, width, high, wide = x.size()
        rows = x.permute(0, 2, 3, 1).reshape(b * high, wide, width)
        told, _ = self.rows_first(rows)
        turned, _ = self.turned(rows.transpose(0, 1))
        places = x.permute(2, 3, 0, 1).reshape(high * wide, b, width)
        mixed, _ = self.places(places, places, places, need_weights=False)
        return told, turned, mixed


x = torch.rand(2, 8, 5, 3)
print(OverTime(8)(x).shape, len(ByPattern(8)(x)), len(Innocent(8)(x)))


def settings_called(width):
    sizes = {"width": width}
    return sizes(width)
