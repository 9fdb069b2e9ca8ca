"""Operators as statements of their own: none of them changes what it is given."""

import time

import torch


def normalised() -> torch.Tensor:
    weights = torch.rand(8, 4)
    weights / weights.sum(dim=1, keepdim=True)  # finding: changes nothing, and nothing uses the tensor that it computes
    weights /= weights.sum(dim=1, keepdim=True)
    return weights


def masked_mean(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    values = values * mask
    values.sum(dim=1) / mask.sum(dim=1)  # finding: changes nothing
    return values.mean(dim=1)


def halved(total: int) -> int:
    total / 2
    return total


def shares(values: torch.Tensor) -> torch.Tensor:
    values * 100  # finding: changes nothing
    return values


def seconds(values: torch.Tensor) -> float:
    begin = time.perf_counter()
    values @ values
    return time.perf_counter() - begin


def fits(values: torch.Tensor, other: torch.Tensor) -> bool:
    try:
        values + other
    except RuntimeError:
        return False
    return True


def paths(folder):
    folder / "file"


def chained(first, second):
    first >> second  # an operator of somebody else's
    first + second
