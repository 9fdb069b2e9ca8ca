"""A state behind one output is a convention; behind two different ones it is a third thing to remember."""

import torch
from torch import nn
from torch.distributions import Normal


class Decoder(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.lstm = nn.LSTM(width, width)
        self.loc, self.pen = nn.Linear(width, 2), nn.Linear(width, 3)

    def forward(self, x, state):
        out, state = self.lstm(x, state)
        logits = self.pen(out).log_softmax(-1)
        return Normal(self.loc(out), 1.0), logits, state  # finding: returns 3 different things as a bare tuple


class Plain(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.lstm = nn.LSTM(width, width)
        self.out = nn.Linear(width, 2)

    def forward(self, x, h, c):
        out, (h, c) = self.lstm(x, (h, c))
        return self.out(out), h, c


start = torch.zeros(1, 1, 8), torch.zeros(1, 1, 8)
distribution, logits, state = Decoder()(torch.randn(5, 1, 8), start)
print(distribution.log_prob(torch.zeros(2)).shape, logits.shape, len(state), len(Plain()(torch.randn(5, 1, 8), *start)))
