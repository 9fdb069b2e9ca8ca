"""Functions of which no caller is seen."""

import torch


def unit(rows):
    length = rows.norm(dim=-1, keepdim=True)
    return torch.where(length > 0, rows / length, rows)  # suspected: does not mask the gradient of `rows / length`


def unit_of_any(rows):
    length = rows.norm(dim=-1, keepdim=True).clamp(min=1e-6)
    return torch.where(length > 0, rows / length, rows)


def logarithm(rows):
    return torch.where(rows > 0, rows.log(), rows)


@torch.no_grad()
def unit_to_show(rows):
    length = rows.norm(dim=-1, keepdim=True)
    return torch.where(length > 0, rows / length, rows)
