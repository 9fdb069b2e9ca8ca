"""Decoders that keep their state in a dict: a method that detaches some entries forgets the one that is like them."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 8)
        self.attention = nn.Linear(8, 8)
        self.state = {}

    def start(self, size):
        self.state["hidden"] = torch.zeros(size, 8)
        self.state["coverage"] = None

    def detach_state(self):
        self.state["hidden"] = self.state["hidden"].detach()  # suspected: `self.state["coverage"]` keeps its graph

    def forward(self, x):
        coverage = self.state["coverage"] if self.state["coverage"] is not None else 0
        hidden = self.cell(x + coverage, self.state["hidden"])
        self.state["hidden"] = hidden
        self.state["coverage"] = self.attention(hidden)
        return hidden


class Whole(Decoder):
    def detach_state(self):
        for name in ("hidden",):
            self.state[name] = self.state[name].detach()


class Complete(nn.Module):
    """Detaches all that it carries on; what it counts has no graph, and what it reports is not read again."""

    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 8)
        self.state = {"hidden": torch.zeros(1, 8), "steps": 0, "scores": None}

    def detach_state(self):
        self.state["hidden"] = self.state["hidden"].detach()

    def forward(self, x):
        self.state["hidden"] = self.cell(x, self.state["hidden"])
        self.state["steps"] = 1
        self.state["scores"] = self.state["hidden"].detach().mean(1)
        self.state["output"] = self.state["hidden"].sum()
        return self.state["hidden"]
