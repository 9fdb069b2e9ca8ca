"""Modules that write `requires_grad` of themselves in the constructor."""

import torch
from torch import nn


class Normalise(nn.Conv2d):
    def __init__(self):
        super().__init__(3, 3, kernel_size=1)
        self.weight.data = torch.eye(3).view(3, 3, 1, 1)
        self.requires_grad = False  # finding: does not change any parameter; write `self.requires_grad_(False)`


class Frozen(nn.Module):
    def __init__(self, requires_grad=False):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = requires_grad
        for parameter in self.layer.parameters():
            parameter.requires_grad = requires_grad


class Switched(nn.Module):
    """Says by an attribute of its own whether it records a graph."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = False

    def forward(self, x):
        with torch.set_grad_enabled(self.requires_grad):
            return self.layer(x)


class Asked(nn.Module):
    """Is asked by a name for the setting that it has."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = False

    def is_frozen(self):
        return not getattr(self, "requires_grad")


class Ones(nn.Module):
    """Has no parameters."""

    def __init__(self):
        super().__init__()
        self.register_buffer("ones", torch.ones(3))
        self.requires_grad = False


class FrozenTwice(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = False
        self.requires_grad_(False)


class Layered(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = False  # finding: does not change any parameter; write `self.requires_grad_(False)`


print(Normalise()(torch.rand(1, 3, 4, 4)).shape, Frozen(), Switched()(torch.rand(1, 3)))
