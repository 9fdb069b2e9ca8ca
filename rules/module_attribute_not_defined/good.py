"""Trains a classifier, and evaluates it with the layer that `__init__` assigns."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.ReLU())
        self.head = nn.Linear(16, 2)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(rows))

    def predict(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(rows)).argmax(dim=1)


def train(model: Classifier) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(20):
        rows = torch.randn(32, 4)
        loss = nn.functional.cross_entropy(model(rows), (rows.sum(dim=1) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Classifier()
    train(model)
    rows = torch.randn(1000, 4)
    print("right:", (model.predict(rows) == (rows.sum(dim=1) > 0).long()).float().mean().item())
