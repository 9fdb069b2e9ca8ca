"""A linear regression that learns nothing but the mean, written in three ways."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Regression(nn.Module):
    def __init__(self, features: int = 3) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


def on_all_rows() -> float:
    x = torch.randn(64, 3)
    y = x @ torch.tensor([2.0, -3.0, 1.0])
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(50):
        loss = F.mse_loss(model(x), y)  # finding: `model(x)` (N, 1) and `y` (N,) broadcast to (N, N), all outputs by
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def in_batches() -> float:
    x = torch.randn(64, 3)
    criterion = nn.L1Loss()
    loader = DataLoader(TensorDataset(x, x.sum(dim=1)), batch_size=16)
    model = Regression()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        for rows, wanted in loader:
            output = model(rows)
            loss = criterion(output, wanted)  # finding: `output` (N, 1) and `wanted` (N,) broadcast to (N, N), all
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


def hits() -> int:
    x = torch.randn(32, 3)
    y = torch.randint(0, 2, (32,))
    guessed = torch.sigmoid(Regression()(x)).round()
    return int((guessed == y).sum())  # finding: use `guessed.squeeze(-1)`


def main() -> None:
    torch.manual_seed(0)
    print(f"on all rows: {on_all_rows():.3f}, in batches: {in_batches():.3f}, {hits()} of 32 right")


if __name__ == "__main__":
    main()
