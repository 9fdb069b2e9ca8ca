"""Functions that make a module for one call: nobody can have hooked it, unless its own class did."""

import torch
from torch import nn


class Distance(nn.Module):
    def __init__(self, reference):
        super().__init__()
        self.reference = reference

    def forward(self, x, weight=None):
        distance = (x - self.reference).square()
        return distance.mean() if weight is None else (distance * weight).mean()


class Noted(Distance):
    def __init__(self, reference):
        super().__init__(reference)
        self.calls = 0
        self.register_forward_hook(self.note)

    def note(self, module, inputs, output):
        self.calls += 1


def distance(x, reference, weight):
    module = Distance(reference)
    return module.forward(x, weight=weight)


def at_once(x, reference):
    return Distance(reference).forward(x) + nn.MSELoss().forward(x, reference)


def noted(x, reference):
    module = Noted(reference)
    return module.forward(x)  # finding: skips the hooks of `module`


def watched(x, reference, watch):
    module = Distance(reference)
    watch(module)
    return module.forward(x)  # finding: skips the hooks of `module`


def wrapped(module):
    module.register_forward_hook(lambda *given: None)
    return module


def noted_elsewhere(x):
    """Made here, and hooked by what it went through."""
    module = wrapped(nn.Linear(3, 3))
    scaled = nn.utils.weight_norm(nn.Linear(3, 3))
    return module.forward(x) + scaled.forward(x)  # finding: skips the hooks of `module`  # finding: of `scaled`


if __name__ == "__main__":
    rows, reference = torch.ones(2, 3), torch.zeros(3)
    print(distance(rows, reference, torch.ones(3)), at_once(rows, reference.expand(2, 3)), noted(rows, reference))
    print(watched(rows, reference, lambda module: module.register_forward_hook(lambda *given: None)))
    print(noted_elsewhere(rows))
    print(Distance(reference).forward(rows))
    for cls in (Distance, Noted):
        print(cls(reference).forward(rows))  # finding: skips the hooks of `cls(reference)`
    for cls in (Distance, nn.L1Loss):
        print(cls(reference).forward(rows, rows))
    kept = Distance(reference)
    print(kept.forward(rows))  # finding: skips the hooks of `kept`
