"""A context manager behind `and`, which the `with` enters as the value of the whole condition."""

import torch


def solve(model, x, is_checked):
    with torch.set_grad_enabled(True) and torch.autograd.set_detect_anomaly(True):  # finding: slows down every backward
        energy = model(x).sum()
    with torch.enable_grad() and torch.autograd.set_detect_anomaly(is_checked):
        energy = energy + model(x).sum()
    with torch.autograd.set_detect_anomaly(True) if is_checked else torch.enable_grad():
        return torch.autograd.grad(energy, x)
