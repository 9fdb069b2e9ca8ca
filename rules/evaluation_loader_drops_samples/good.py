"""Classifies points, and asks once an epoch how many of those that were held back are right."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def points(of_each: int) -> TensorDataset:
    """Three clouds, one behind the other, as a table sorted by class has them; the third lies within the second."""
    labels = torch.arange(3).repeat_interleave(of_each)
    centres = torch.tensor([[0.0, 0.0], [3.0, 0.0], [3.4, 0.4]])
    return TensorDataset(centres[labels] + 0.5 * torch.randn(len(labels), 2), labels)


def main() -> None:
    torch.manual_seed(0)
    train_loader = DataLoader(points(200), batch_size=32, shuffle=True, drop_last=True)
    val_loader = DataLoader(points(30), batch_size=64, drop_last=False)
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(5):
        model.train()
        for rows, labels in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(rows), labels).backward()
            optimizer.step()
        model.eval()
        right = seen = 0
        with torch.no_grad():
            for rows, labels in val_loader:
                right += (model(rows).argmax(1) == labels).sum().item()
                seen += len(labels)
        print(f"epoch {epoch}: {right} of {seen} right, {right / seen:.3f}")


if __name__ == "__main__":
    main()
