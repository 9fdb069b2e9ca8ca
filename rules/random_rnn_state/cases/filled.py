"""States that are filled in place, or made one by one."""

import torch
from torch import nn


class Filled(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 8)

    def forward(self, x):
        h = x.new_empty(1, x.size(1), 8)
        nn.init.xavier_normal_(h)  # finding: begin at random in each call
        return self.rnn(x, h)[0]


class FilledWithZeros(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 8)
        self.start = nn.Parameter(torch.empty(1, 1, 8))
        nn.init.normal_(self.start)

    def forward(self, x):
        h = x.new_empty(1, x.size(1), 8)
        nn.init.zeros_(h)
        out, _ = self.rnn(x, h)
        return self.rnn(out[..., :4], self.start.expand(-1, x.size(1), -1).contiguous())[0]


class OneByOne(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(4, 8)

    def forward(self, x):
        state = tuple(torch.empty(1, x.size(1), 8).normal_(0, 0.1).to(x.device) for _ in range(2))  # finding: begin at
        return self.rnn(x, state)[0]


class ZerosOneByOne(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(4, 8)

    def forward(self, x):
        state = tuple(torch.zeros(1, x.size(1), 8) for _ in range(2))
        return self.rnn(x, state)[0]


class FilledForTheInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 8)

    def forward(self, x):
        h = torch.empty_like(x)
        nn.init.normal_(h)
        x = x + h
        h = torch.zeros(1, x.size(1), 8)
        return self.rnn(x, h)[0]
