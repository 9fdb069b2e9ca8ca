"""A ModuleDict that is filled with a different layer for each key."""

from torch import nn


class Encoder(nn.Module):
    def __init__(self, obs):
        super().__init__()
        self.obs = obs

    def forward(self, **inputs):
        return inputs[self.obs]


class Head(nn.Module):
    def forward(self, x, mask):
        return x * mask


class Policy(nn.Module):
    def __init__(self, obs):
        super().__init__()
        self.nets = nn.ModuleDict()
        self.nets["encoder"] = Encoder(obs)
        self.nets["head"] = Head()
        self.nets["out"] = nn.Linear(8, 8)

    def forward(self, mask, **inputs):
        x = self.nets["encoder"](**inputs)
        x = self.nets["head"](x, mask)
        x = self.nets["head"](x)  # finding: `Head.forward` is called without `mask`
        return self.nets["out"](x)
