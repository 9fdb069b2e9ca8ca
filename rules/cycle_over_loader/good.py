"""Trains a denoiser for a number of steps, over data with noise that each sample draws anew."""

import itertools
from collections.abc import Iterator

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Noisy(Dataset):
    def __init__(self, count: int = 32) -> None:
        self.rows = torch.randn(count, 8)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return self.rows[index] + 0.3 * torch.randn(8), self.rows[index]


def endless(loader: DataLoader) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    while True:
        yield from loader


def train(model: nn.Module, loader: DataLoader, steps: int) -> int:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    seen = set()
    for noisy, clean in itertools.islice(endless(loader), steps):
        loss = nn.functional.mse_loss(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.update(map(tuple, noisy.tolist()))
    return len(seen)


if __name__ == "__main__":
    torch.manual_seed(0)
    data = Noisy()
    print("different inputs in 40 steps:", train(nn.Linear(8, 8), DataLoader(data, batch_size=8, shuffle=True), 40))
