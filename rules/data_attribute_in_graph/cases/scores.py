"""What a softmax gives 0 for has no gradient: scores that are hidden there may be filled behind autograd's back."""

import torch
import torch.nn.functional as F
from torch import nn

LOW = -1e9


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.v = nn.Linear(4, 1)
        self.low = -float("inf")
        self.softmax = nn.Softmax(dim=1)

    def scores(self, x):
        return self.v(torch.tanh(x)).squeeze(-1)

    def forward(self, x, mask, causal):
        scores = self.scores(x)
        scores.data.masked_fill_(mask, -float("inf"))
        a = F.softmax(scores, dim=1)
        scores = self.scores(x)
        if mask is not None:
            assert mask.shape == scores.shape
            scores.data.masked_fill_(mask, self.low)
            scores.data.masked_fill_(causal, LOW)
        print(scores.shape)
        scores = scores.softmax(1)
        energies = self.scores(x)
        energies.data.masked_fill_(mask, value=-torch.inf)
        return torch.bmm((a + scores + self.softmax(energies)).unsqueeze(1), x)


class Others(Attention):
    def forward(self, x, mask):
        kept = self.scores(x)
        kept.data.masked_fill_(mask, 0.0)  # finding: `kept.data.masked_fill_(mask, 0.0)` changes `kept` without
        a = F.softmax(kept, dim=1)
        small = self.scores(x)
        small.data.masked_fill_(mask, -1.0)  # finding: `small.data.masked_fill_(mask, -1.0)` changes `small` without
        b = F.softmax(small, dim=1)
        gates = self.scores(x)
        gates.data.masked_fill_(mask, -1e9)  # finding: `gates.data.masked_fill_(mask, -1e9)` changes `gates` without
        c = torch.tanh(gates)
        given = self.scores(x)
        given.data.masked_fill_(mask, -1e9)  # finding: `given.data.masked_fill_(mask, -1e9)` changes `given` without
        d = F.softmax(given, dim=1)
        bent = torch.tanh(self.v(x)).squeeze(-1)
        bent.data.masked_fill_(mask, -1e9)  # finding: `bent.data.masked_fill_(mask, -1e9)` changes `bent` without
        e = F.softmax(bent, dim=1)
        either = self.scores(x)
        either.data.masked_fill_(mask, -1e9)  # finding: `either.data.masked_fill_(mask, -1e9)` changes `either`
        if self.training:
            either = F.softmax(either, dim=1)
        else:
            either = F.softplus(either)
        swapped = torch.exp2(self.v(x)).swapaxes(1, 2).squeeze(1)
        swapped.data.masked_fill_(mask, -1e9)  # finding: `swapped.data.masked_fill_(mask, -1e9)` changes `swapped`
        either = either + F.softmax(swapped, dim=1)
        rectified = torch.relu(self.v(x)).squeeze(-1)
        rectified.data.masked_fill_(mask, -1e9)
        either = either + torch.special.softmax(rectified, dim=1)
        return a + b + c + d + e + either, given.clamp(-5, 5)
