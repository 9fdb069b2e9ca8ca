"""Fits a line to points of which each epoch is meant to see others: every sample is shaken at random."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class ShakenPoints(Dataset):
    def __init__(self, count: int) -> None:
        self.places = np.linspace(-1, 1, count, dtype=np.float32)

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: int):
        place = self.places[index] + np.float32(np.random.normal(scale=0.1))
        return torch.tensor([place]), torch.tensor([3 * self.places[index] - 1])


def seed_worker(worker_id: int) -> None:
    np.random.seed(np.random.get_state()[1][0] + worker_id)  # finding: `np.random.seed(...)` repeats each worker's


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(ShakenPoints(32), batch_size=8, num_workers=2, worker_init_fn=seed_worker)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for epoch in range(2):
        for places, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(places), targets)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.4f}, last place {places[-1].item():.4f}")


if __name__ == "__main__":
    main()
