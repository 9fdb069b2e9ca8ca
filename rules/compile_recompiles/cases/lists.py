import torch
from torch import nn


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.outputs = []

    def forward(self, x):
        y = self.body(x)
        self.outputs.append(y.detach())  # suspected: recompiles the forward for each new length
        return y


class Empties(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.outputs = []

    def forward(self, x):
        y = self.body(x)
        self.outputs.append(y.detach())  # suspected: recompiles the forward for each new length  # refuted
        return y


class BeginsAnew(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.outputs = []

    def forward(self, x):
        self.outputs = []
        self.outputs.append(self.body(x).detach())
        return x


keeps = torch.compile(Keeps(), backend="eager")
empties = torch.compile(Empties(), backend="eager")
anew = torch.compile(BeginsAnew(), backend="eager")
for _ in range(12):
    keeps(torch.randn(2, 4))
    empties(torch.randn(2, 4))
    anew(torch.randn(2, 4))
    empties.outputs.clear()
