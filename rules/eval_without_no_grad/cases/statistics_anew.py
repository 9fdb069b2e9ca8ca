"""BatchNorm's statistics worked out anew: the whole forward is seen, and nothing keeps what it computes."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))

    def forward(self, x):
        return self.layers(x)


class Remembering(Network):
    def forward(self, x):
        self.hidden = self.layers(x)
        return self.hidden


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def statistics_anew(model, loader):
    model.train()
    for x, _ in loader:
        model(x)  # finding: `model` records a graph that nothing uses


def remembered(model, loader):
    for x, _ in loader:
        model(x)  # suspected: `model` records a graph that nothing uses


loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.zeros(8, dtype=torch.long)), batch_size=4)
network, remembering = Network(), Remembering()
train(network, loader)
train(remembering, loader)
statistics_anew(network, loader)
remembered(remembering, loader)
print(network.layers[1].running_mean)
