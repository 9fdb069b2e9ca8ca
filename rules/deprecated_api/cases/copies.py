"""Tensors made of tensors, next to those made of other things."""

import numpy as np
import torch


def copies(x: torch.Tensor, rows, flags: np.ndarray):
    one = torch.tensor(x)  # finding: use `x.detach().clone()`
    two = torch.tensor(x.sum(), dtype=torch.float64)  # finding: warns, because it copies a tensor
    three = torch.tensor(x + 1, requires_grad=True)  # finding: use `(x + 1).detach().clone()`
    return one, two, three, torch.tensor([x.sum(), x.mean()]), torch.tensor(x.sum().item()), torch.tensor(rows)


def others(x: torch.Tensor, flags: np.ndarray):
    return torch.as_tensor(x), torch.tensor(flags), torch.tensor(x.shape), torch.tensor(x.tolist())


def padded(rows, i):
    """What a list is added to is a list."""
    sample = (torch.as_tensor(rows[i]) + torch.zeros(3))[:2]
    kept = torch.tensor(sample + [0] * 3), torch.tensor([1] + sample + [-1])
    return kept, torch.tensor(sample + 1)  # finding: warns, because it copies a tensor
