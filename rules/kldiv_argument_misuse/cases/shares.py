"""Numbers that are divided by their own sum: probabilities, and no logarithms of any."""

import torch
import torch.nn.functional as F


def spectra(outputs, targets, mask):
    shares = outputs / (outputs * mask).sum(1, keepdim=True)
    wanted = targets / (targets * mask).sum(1, keepdim=True)
    return F.kl_div(shares, wanted, reduction="none")  # finding: use `shares.log()`


def spectra_in_logarithms(outputs, targets):
    shares = outputs / outputs.sum(1, keepdim=True)
    return F.kl_div(shares.log(), targets, reduction="batchmean")


def limited(outputs, targets):
    shares = (outputs / (outputs.sum(1, keepdim=True) + 1e-8)).clamp(min=1e-8)
    return F.kl_div(shares, targets, reduction="batchmean")  # finding: use `shares.log()`


def share_of(outputs):
    return outputs / outputs.sum(1, keepdim=True)


def by_another_function(outputs, targets):
    return F.kl_div(share_of(outputs), targets, reduction="batchmean")  # finding: use `share_of(outputs).log()`


def by_something_else(outputs, targets, temperature):
    return F.kl_div(outputs / temperature, targets, reduction="batchmean")


def scaled(outputs, targets):
    return F.kl_div(outputs / targets.sum(), targets, reduction="batchmean")


rows = torch.rand(4, 3)
print(spectra(rows, rows, torch.ones(4, 3)).sum())
