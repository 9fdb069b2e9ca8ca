"""Trains a classifier, and fails where it is evaluated: the method reads a layer by the name that it had before."""

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
        return self.score_layer(self.body(rows)).argmax(dim=1)  # finding: `self.score_layer` raises AttributeError


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
    try:
        print("right:", (model.predict(rows) == (rows.sum(dim=1) > 0).long()).float().mean().item())
    except AttributeError as error:
        print("after the last step:", error)
