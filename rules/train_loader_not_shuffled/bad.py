"""Trains a classifier with BatchNorm on samples that are sorted by their class, as folders of images are."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Sorted(Dataset):
    """Two clouds of points: first all of the one, then all of the other."""

    def __init__(self, of_each: int) -> None:
        self.labels = torch.arange(2).repeat_interleave(of_each)
        places = torch.linspace(0, 20, len(self.labels)).view(-1, 1)
        self.points = torch.sin(places * torch.arange(1, 5)) + self.labels.view(-1, 1)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int):
        return self.points[index], self.labels[index]


def main() -> None:
    torch.manual_seed(0)
    train_loader = DataLoader(Sorted(of_each=64), batch_size=16)  # finding: gives training the same batches in the same
    test_loader = DataLoader(Sorted(of_each=64), batch_size=16)
    model = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(5):
        model.train()
        for points, labels in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(points), labels).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            right = sum((model(points).argmax(1) == labels).sum().item() for points, labels in test_loader)
        print(f"epoch {epoch}: {right} of 128 right")


if __name__ == "__main__":
    main()
