"""Statements that compute with operators, and keep nothing of it."""

import time

import torch


def masked_mean(values: torch.Tensor, mask: torch.Tensor):
    values = values * mask
    values.sum(dim=1) / mask.sum(dim=1)  # finding: computes a tensor that nothing reads; assign it
    return values.mean(dim=1)


def scaled():
    weights = torch.ones(3)
    weights * 2  # finding: `weights * 2` computes a tensor that nothing reads
    weights *= 2
    return weights


def raises(a: torch.Tensor, b: torch.Tensor) -> bool:
    try:
        a + b
    except RuntimeError:
        return False
    return True


def takes(a: torch.Tensor, b: torch.Tensor) -> float:
    start = time.perf_counter()
    a @ b
    return time.perf_counter() - start


def chained(first, second):
    first >> second  # an operator of somebody else's
    first + second
