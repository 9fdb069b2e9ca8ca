"""Callbacks that run before each pass over the data may set the mode, or may not: a list decides."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Announced:
    """A loader that tells its callbacks when a pass begins."""

    def __init__(self, loader, callbacks):
        self.loader, self.callbacks = loader, callbacks

    def __iter__(self):
        for callback in self.callbacks:
            callback()
        return iter(self.loader)


@torch.no_grad()
def validate(model):
    model.eval()
    print([model(rows).argmax(1).tolist() for rows, _ in loader])


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):  # finding: `model` trains in eval mode from the second iteration on  # refuted
        for rows, labels in batches:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
        validate(model)


def fine_tune(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):  # finding: `model` trains in eval mode from the second iteration on
        for rows, labels in batches:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
        validate(model)


torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.randn(16, 4), torch.arange(16) % 3), batch_size=8)
told = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 3))
untold = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 3))
train(told, Announced(loader, [told.train]))
fine_tune(untold, Announced(loader, []))
