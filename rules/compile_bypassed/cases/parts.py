import torch
from torch import nn


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.compile(nn.Linear(4, 4), backend="eager")

    def forward(self, x):
        return self.body(x)

    def generate(self, x):
        return self.body(x).relu()


class Step(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        return self.body(x)

    @torch.compile(backend="eager")
    def generate(self, x):
        return self.body(x).relu()

    def decode(self, x):
        return self.body(x).tanh()


layers = torch.compile(Layers(), backend="eager")
print(layers.generate(torch.randn(2, 4)).shape)
step = torch.compile(Step(), backend="eager")
print(step.generate(torch.randn(2, 4)).shape)


class Restored(nn.Module):
    """Its factory compiles whole models, and none of its parts."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        return self.body(x)

    def score(self, x):
        return self.body(x).sum()

    @classmethod
    def restored(cls, state):
        model = torch.compile(cls())
        model.load_state_dict(state)
        return model

    @classmethod
    def renamed(cls, state):
        model = cls()
        model = torch.compile(model)
        model.load_state_dict(state)
        return model


def train_restored(rows):
    model = torch.compile(Restored())
    for x in rows:
        model.score(x).backward()  # finding: `model.score` runs eagerly
