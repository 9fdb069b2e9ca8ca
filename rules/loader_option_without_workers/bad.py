"""Sums of numbers, loaded by as many workers as an option says."""

import argparse

import torch
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=0)


def loader(rows: torch.Tensor, settings: argparse.Namespace) -> DataLoader:
    """What gives the rows in batches."""
    return DataLoader(
        TensorDataset(rows),
        batch_size=4,
        num_workers=settings.workers,
        persistent_workers=True,  # finding: `persistent_workers=True` raises if `settings.workers` keeps its default
    )


def main() -> None:
    """Load all rows once."""
    try:
        batches = loader(torch.arange(8.0), parser.parse_args([]))
    except ValueError as problem:
        print(problem)
    else:
        print(sum(batch.sum().item() for (batch,) in batches))


if __name__ == "__main__":
    main()
