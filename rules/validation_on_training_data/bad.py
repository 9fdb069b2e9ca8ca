"""Fits a network to noise, and stops where it is best on other noise; or so it is meant."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def fit(model: nn.Module, train_loader: DataLoader, val_loader: DataLoader, epochs: int) -> float:
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    best = float("inf")
    for _ in range(epochs):
        for rows, targets in train_loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(rows), targets).backward()
            optimizer.step()
        with torch.no_grad():
            losses = [nn.functional.mse_loss(model(rows), targets).item() for rows, targets in val_loader]
        best = min(best, sum(losses) / len(losses))
    return best


def main() -> None:
    torch.manual_seed(0)
    train_data = TensorDataset(torch.randn(64, 8), torch.randn(64, 1))
    other_data = TensorDataset(torch.randn(64, 8), torch.randn(64, 1))
    loader = DataLoader(train_data, batch_size=16, shuffle=True)
    model = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 1))
    print(f"best loss {fit(model, loader, loader, epochs=40):.3f}")  # finding: `loader` is used for both training and validation
    print(f"{len(other_data)} other samples are left")


if __name__ == "__main__":
    main()
