import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class BatchFirst(nn.Module):
    def __init__(self, width, batch_first, **options):
        super().__init__()
        self.a = nn.LSTM(width, width, batch_first=True)
        self.b = nn.GRU(width, width, 1, True, True)
        self.c = nn.LSTM(width, width, batch_first=batch_first)
        self.d = nn.LSTM(width, width, **options)

    def forward(self, x):
        out, _ = self.a(x)
        last = out[:, -1, :]
        for layer in (self.b, self.c, self.d):
            out, _ = layer(x)
            last = last + out[:, -1]
        return last


class TimeFirst(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lstm = nn.LSTM(width, width)

    def forward(self, x):
        out, (h_n, _) = self.lstm(x)
        return out[-1] + h_n[-1]


class Transposed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lstm = nn.LSTM(width, width)

    def forward(self, x):
        out, _ = self.lstm(x.transpose(0, 1))
        out = out.transpose(0, 1)
        return out[:, -1]


class Packed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gru = nn.GRU(width, width)

    def forward(self, x, lengths):
        packed, _ = self.gru(pack_padded_sequence(x, lengths))
        out, _ = pad_packed_sequence(packed, batch_first=True)
        return out[:, -1]


class OneByOne(nn.Module):
    """One sequence at a time, as a batch of one."""

    def __init__(self, width):
        super().__init__()
        self.lstm = nn.LSTM(width, width)

    def forward(self, x):
        out, _ = self.lstm(x.view(len(x), 1, -1))
        return out[:, -1]


class Attention(nn.Module):
    """Not a recurrent layer."""

    def __init__(self, width):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, 1)

    def forward(self, x):
        out, _ = self.attention(x, x, x)
        return out[:, -1]


print(torch.ones(3, 4)[:, -1])
