"""Methods that nobody is seen to call, which compute with tensors that they are given, or that their object holds."""

import torch
from torch import nn


class Normal:
    def __init__(self, mean, spread):
        self.mean, self.spread = mean, spread

    def draw(self):
        return self.mean + self.spread * torch.randn(self.mean.shape).to(self.mean.device)  # suspected: is created on

    def plot_grid(self):
        return torch.arange(9).to(self.mean.device)


class Runner:
    """No module: its device is where it works, and how often it does, nobody knows."""

    def __init__(self, device):
        self.device = device

    def noise(self, count):
        return torch.randn(count).to(self.device)


class History(nn.Module):
    """Something outside calls `score`; `lookup` runs in each such call, and `first` where nothing is seen of it."""

    def __init__(self, width: int, device):
        super().__init__()
        self.device = device
        self.embed = nn.Embedding(9, width)
        self.table = None
        self.ends = self.ends_of(torch.ones(3, 3))

    def ends_of(self, spans):
        """Only the constructor asks for it."""
        return spans + torch.ones(len(spans)).to(spans.device)

    def score(self, rows):
        return self.lookup(rows).sum()

    def lookup(self, rows):
        order = torch.arange(rows.shape[1]).to(self.device)  # finding: is created on the CPU and copied each time
        return self.embed(rows) + order[None, :, None]

    def positions(self, rows):
        if self.table is None:
            self.table = torch.arange(rows.shape[1]).to(self.device)
        return self.table


def likelihood(batch, mask):
    edges = batch["edges"].float()
    edges[mask] = torch.ones(edges.shape[-1]).type_as(edges)  # suspected: is created on the CPU and copied each time
    model = nn.Linear(3, 1).cuda()
    model.bias.data = torch.zeros(1).to(model.bias.device)
    return edges
