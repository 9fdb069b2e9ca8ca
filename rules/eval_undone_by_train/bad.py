"""Trains an autoencoder with a loss that compares the features of a frozen network."""

import torch
from torch import nn


class Features(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, 16))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.layers(rows)


class FeatureLoss(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.features = Features().eval()  # finding: `FeatureLoss.train()` puts `self.features` back in train mode
        self.features.requires_grad_(False)
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, made: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        return self.scale.abs() * (self.features(made) - self.features(rows)).pow(2).mean()


def main() -> None:
    torch.manual_seed(0)
    model, rows = nn.Linear(8, 8), torch.randn(64, 8)
    loss_of = FeatureLoss()
    print(f"loss of equal rows as constructed: {loss_of(rows, rows).item():.4f}")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(20):
        model.train()
        loss_of.train()
        optimizer.zero_grad()
        loss_of(model(rows), rows).backward()
        optimizer.step()
    print(f"loss of equal rows in training: {loss_of(rows, rows).item():.4f}")


if __name__ == "__main__":
    main()
