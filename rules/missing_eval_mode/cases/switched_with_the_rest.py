"""Whoever prepares an evaluation switches the models whose names it is given, so only a run shows which."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Tunable(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 2), nn.Dropout(dropout))

    def forward(self, x):
        return self.layers(x)


def run(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


def prepare(names):
    for name in names:
        globals()[name].train(False)


torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.randn(32, 8), torch.arange(32) % 2), batch_size=8)
prepared, forgotten = Tunable(0.5), Tunable(0.5)
run(prepared)
run(forgotten)
prepare(["prepared"])
with torch.no_grad():
    for images, labels in loader:
        print(prepared(images).argmax(1).tolist())  # finding: `prepared` is evaluated in train mode  # refuted
    for images, labels in loader:
        print(forgotten(images).argmax(1).tolist())  # finding: `forgotten` is evaluated in train mode
