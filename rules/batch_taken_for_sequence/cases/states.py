"""First states of recurrent layers, made for as many samples as the input has in some dimension."""

import torch
from torch import nn


class Stated(nn.Module):
    def __init__(self, words=9, width=8):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.lstm, self.gru = nn.LSTM(width, width), nn.GRU(width, width)
        self.width = width

    def forward(self, tokens, x):
        embedded = self.embedding(tokens)
        h0 = torch.zeros(1, tokens.size(0), self.width).to(x.device)
        c0 = torch.zeros(1, tokens.size(0), self.width).to(x.device)
        out, _ = self.lstm(embedded, (h0, c0))  # finding: `self.lstm` treats dimension 0 as the sequence, but its state
        batch, steps, width = x.shape
        state = torch.zeros((1, batch, width))
        more, _ = self.gru(x, state)  # finding: its state has `batch` samples
        return out, more


class Innocent(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.gru, self.first = nn.GRU(width, width), nn.GRU(width, width, batch_first=True)
        self.width = width

    def forward(self, x, other, one):
        steps, batch, width = x.shape
        a, _ = self.gru(x, torch.zeros(1, batch, width))
        b, _ = self.first(x, torch.zeros(1, x.size(0), width))
        c, _ = self.gru(x, torch.zeros(1, other.size(0), width))
        d, _ = self.gru(one, torch.zeros(1, width))
        turned = x.transpose(0, 1)
        e, _ = self.gru(turned, torch.zeros(1, x.size(0), width))
        x = x.permute(1, 0, 2)
        f, _ = self.gru(x, torch.zeros(1, steps, width))
        return a, b, c, d, e, f
