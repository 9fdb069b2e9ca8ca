"""Trains a small regressor, and tells how it goes."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train_epoch(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    criterion = nn.MSELoss()
    total = 0.0
    weighted = 0.0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item()  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`,
        weighted += loss.item() * len(inputs)  # finding: `loss.item()` waits for the GPU in each training step; keep
    print(f"  {weighted / len(loader.dataset):.4f} per row")
    return float(total / len(loader))


def main() -> None:
    torch.manual_seed(0)
    inputs = torch.randn(256, 8)
    loader = DataLoader(TensorDataset(inputs, inputs.sum(dim=1, keepdim=True)), batch_size=32, shuffle=True)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(3):
        print(f"epoch {epoch}: {train_epoch(model, loader, optimizer):.4f}")


if __name__ == "__main__":
    main()
