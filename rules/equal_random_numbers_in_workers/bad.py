"""Fits a small network to rows to which a random number is added, by a generator that the augmentation holds."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Jitter:
    def __init__(self, scale, seed=0):
        self.scale = scale
        self.rng = np.random.default_rng(seed)

    def __call__(self, row):  # finding: `rng` draws the same numbers in 2
        return row + self.scale * float(self.rng.standard_normal())


class Rows(Dataset):
    def __init__(self, count, transform):
        self.rows = torch.linspace(-1, 1, count * 4).view(count, 4)
        self.transform = transform

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.transform(self.rows[index]), self.rows[index].sum()


def main():
    torch.manual_seed(0)
    loader = DataLoader(Rows(32, Jitter(0.1)), batch_size=4, shuffle=True, num_workers=2)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for rows, sums in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(rows).squeeze(1), sums)
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
