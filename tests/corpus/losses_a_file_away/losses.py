"""What the trainer's losses compute."""

import torch
import torch.nn.functional as F
from torch import nn

LOSSES = {"l1": nn.L1Loss, "mse": nn.MSELoss}


def of_probabilities(name):
    if name == "bce":
        return nn.BCELoss()
    return nn.MSELoss()


def entropy(shares):
    return -(shares * torch.log(shares)).sum(-1)  # finding: can underflow to 0


def entropy_of_scores(scores):
    return -(F.softmax(scores, dim=-1) * F.log_softmax(scores, dim=-1)).sum(-1)


def divergence(outputs, targets):
    shares = outputs.exp() / outputs.exp().sum(-1, keepdim=True)
    return F.kl_div(shares, targets, reduction="batchmean")  # finding: use `shares.log()`


def root(outputs, targets):
    return torch.sqrt(F.mse_loss(outputs, targets))  # finding: its square root has a NaN gradient at 0


def unit(rows):
    length = rows.norm(dim=-1, keepdim=True)
    return torch.where(length > 0, rows / length, rows)  # finding: does not mask the gradient of `rows / length`


def unit_of_any(rows):
    length = rows.norm(dim=-1, keepdim=True).clamp(min=1e-6)
    return rows / length
