import torch
from torch import nn


class Forecaster(nn.Module):
    def __init__(self, features, gated):
        super().__init__()
        kind = nn.GRU if gated else nn.RNN
        self.rnn = kind(features, 16)
        self.lstm = nn.LSTM(features, 16)
        self.drop, self.norm, self.head = nn.Dropout(0.1), nn.LayerNorm(16), nn.Linear(16, 1)

    def forward(self, x):
        first, _ = self.lstm(x)
        first = self.norm(self.drop(torch.relu(first)))
        last = first[:, -1]  # finding: treats dimension 0 as time
        every = self.head(self.rnn(x)[0])
        return self.head(last) + every[:, -1, :]  # finding: treats dimension 0 as time


class OfBatches(nn.Module):
    def __init__(self, features, gated):
        super().__init__()
        kind = nn.GRU if gated else nn.RNN
        self.rnn = kind(features, 16, batch_first=True)
        self.lstm = nn.LSTM(features, 16)
        self.drop, self.head = nn.Dropout(0.1), nn.Linear(16, 1)

    def forward(self, x):
        out, _ = self.rnn(x)
        return self.head(self.drop(out))[:, -1]

    def by_steps(self, x):
        out, _ = self.lstm(x)
        out = self.head(out).permute(1, 0, 2)
        return self.drop(out)[:, -1]
