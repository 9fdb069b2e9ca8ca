"""Fits a small network to rows of which each is shaken a little, so that it never sees the same row twice."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class ShakenRows(Dataset):
    """Rows and their sums; what is read of a row is off by a random number."""

    def __init__(self, count: int, scale: float) -> None:
        self.rows = torch.linspace(-1, 1, count * 4).view(count, 4)
        self.scale = scale
        self.rng = np.random.default_rng(7)  # finding: draws the same numbers from its copy of `self.rng`

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int):
        noise = self.scale * float(self.rng.standard_normal())
        return self.rows[index] + noise, self.rows[index].sum()


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(ShakenRows(32, scale=0.1), batch_size=4, shuffle=True, num_workers=2)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        total = 0.0
        for rows, sums in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(rows).squeeze(1), sums)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(loader):.4f}")


if __name__ == "__main__":
    main()
