"""Loops over slices of a tensor, whose last one is smaller unless its length is a multiple."""

import torch


def mean_of_means(rows: torch.Tensor, size: int) -> torch.Tensor:
    total = torch.zeros(())
    for start in range(0, rows.shape[0], size):
        total += rows[start : start + size].square().mean()
    return total / (rows.shape[0] // size)  # suspected: `rows.shape[0] // size` leaves out a smaller last slice, which


def mean_of_full_slices(rows: torch.Tensor, size: int) -> torch.Tensor:
    total, count = torch.zeros(()), rows.shape[0] // size
    for place in range(count):
        total += rows[place * size : (place + 1) * size].square().mean()
    return total / count


def mean_without_the_rest(rows: torch.Tensor, size: int) -> torch.Tensor:
    total = torch.zeros(())
    for start in range(0, len(rows), size):
        if start + size > len(rows):
            break
        total += rows[start : start + size].square().mean()
    return total / (len(rows) // size)


def running_mean(rows: torch.Tensor, size: int) -> torch.Tensor:
    mean, seen = torch.zeros(()), 0
    for start in range(0, len(rows), size):
        part = rows[start : start + size]
        mean = (seen * mean + size * part.mean()) / (seen + size)
        seen += size  # suspected: `seen += size` counts a smaller last slice as a full one; add the length of the slice
    return mean


def running_mean_of_rows(rows: torch.Tensor, size: int) -> torch.Tensor:
    mean, seen, shown = torch.zeros(()), 0, 0
    for start in range(0, len(rows), size):
        part = rows[start : start + size]
        mean = (seen * mean + len(part) * part.mean()) / (seen + len(part))
        seen += len(part)
        shown += size
        print(shown, "rows done")
    return mean
