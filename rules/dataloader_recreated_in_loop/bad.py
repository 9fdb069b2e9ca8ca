"""Trains for a number of steps, rather than epochs, on batches of a DataLoader."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __init__(self, count: int) -> None:
        self.places = torch.linspace(-1, 1, count).view(-1, 1)

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: int):
        return self.places[index], 3 * self.places[index] - 1


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(Points(64), batch_size=8)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(40):
        places, targets = next(iter(loader))  # finding: `iter(loader)` restarts the workers and the epoch in every
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(places), targets)
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        error = sum((model(places) - targets).abs().sum().item() for places, targets in loader) / 64
    print(f"loss {loss.item():.4f}, mean error {error:.4f}")


if __name__ == "__main__":
    main()
