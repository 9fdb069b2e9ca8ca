"""Sums of bool tensors, compared with numbers that they reach and with others."""

import torch


def jaccard(predicted: torch.Tensor, target: torch.Tensor, threshold=0.5):
    predicted = predicted > threshold
    target = target == torch.max(target)
    both = torch.sum((predicted + target) == 2)  # finding: is always False
    either = torch.sum((predicted + target) >= 1)
    return both / either


def votes(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor):
    count = (a > 0) + (b > 0) + (c > 0)
    if torch.any(2 <= count):  # finding: convert the terms with `.int()`
        return count > 1  # finding: is always False
    some, one = count > 0, count == 1
    return some, one, count < 2  # finding: is always True


def counted(a: torch.Tensor, b: torch.Tensor):
    as_numbers = (a > 0).int() + (b > 0).int()
    mixed = (a > 0) + (b > 0).long()
    products = (a > 0) * (b > 0) == 1
    labels = (a + b) == 2
    return as_numbers == 2, mixed == 2, products, labels, ((a > 0) & (b > 0)).sum() == 2


def masks(rows: torch.Tensor, length: int):
    keep = torch.zeros(8, dtype=torch.bool) + (rows > 0)
    return keep != 2, keep.sum() > 2, keep + (rows < length) == 0  # finding: is always True
