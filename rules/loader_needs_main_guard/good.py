"""Adds up numbers that a worker loads, which is a process of its own."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def main() -> None:
    """What only the first process runs."""
    numbers = TensorDataset(torch.arange(8.0))
    loader = DataLoader(numbers, batch_size=4, num_workers=1, multiprocessing_context="spawn")
    total = 0.0
    for (batch,) in loader:
        total += batch.sum().item()
    print(total)


if __name__ == "__main__":
    main()
