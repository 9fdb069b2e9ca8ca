import torch
from torch import nn


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen: int = 0
        self.decay = 1.0
        self.round = 0
        self.eager = 0
        self.layer = Part()
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        self.round = 0
        self.round += 1
        self.decay += 0.5
        self.steps += 1
        if not torch.compiler.is_compiling():
            self.eager += 1
        if self.training:
            self.seen += 1  # finding: recompiles the forward for each new value, and after 8 of them it runs eagerly
        return self.layer(x) * self.decay

    def reset(self):
        self.eager += 1


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = 0

    def forward(self, x):
        self.used += 1  # finding: recompiles the forward for each new value, and after 8 of them it runs eagerly
        return x * 2


class Uncompiled(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = 0

    def forward(self, x):
        self.used += 1
        return x * 2


model = Counts()
model.compile(backend="eager")
plain = Uncompiled()
for _ in range(12):
    model(torch.randn(2, 4))
    plain(torch.randn(2, 4))
model.reset()
