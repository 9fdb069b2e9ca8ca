"""Layers that are taken out of a model by their names: one loses its softmax, the other one keeps it."""

import torch
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.head, self.squash = nn.Linear(8, 3), nn.Softmax(dim=1)

    def forward(self, x):
        return self.squash(self.head(x))


def take_out(model, names):
    for name in names:
        setattr(model, name, nn.Identity())
    return model


def train(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)  # finding: softmax  # refuted
        loss.backward()
        optimizer.step()
    print(loss.item())


def fine_tune(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)  # finding: softmax
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
batches = [(torch.randn(16, 8), torch.randint(3, (16,))) for _ in range(4)]
stripped, whole = Classifier(), Classifier()
take_out(stripped, ["squash"])
train(stripped)
fine_tune(whole)
