"""Dimension 0 is moved, or there is one sequence only."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Moved(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.encoder = nn.TransformerEncoderLayer(width, 2, 16)

    def forward(self, x):
        x = self.encoder(x.permute(1, 0, 2)).transpose(0, 1)
        return x[:, 0]


class OfTokens(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.embed, self.gru = nn.Embedding(9, width), nn.GRU(width, width)

    def forward(self, tokens):
        out, _ = self.gru(self.embed(tokens.t()))
        return out.mean(1)


class Alone(nn.Module):
    """One sequence at a time."""

    def __init__(self, width=8):
        super().__init__()
        self.gru, self.out = nn.GRU(width, width), nn.Linear(width, 4)

    def forward(self, x):
        out, _ = self.gru(x.view(len(x), 1, -1))
        best = self.out(self.gru(x)[0]).amax(1)
        return out.sum(1), best


class Packed(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.gru = nn.GRU(width, width)

    def forward(self, x, lengths):
        out, _ = pad_packed_sequence(self.gru(pack_padded_sequence(x, lengths))[0], batch_first=True)
        return out.sum(1)


x = torch.rand(3, 5, 8)
print(Moved()(x).shape, OfTokens()(torch.ones(3, 5).long()).shape, Alone()(x[0])[0].shape)
