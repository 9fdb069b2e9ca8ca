"""`filter`, and results that are given to nobody."""

import torch
from torch import nn


def freeze(model: nn.Module, optimizers: list[torch.optim.Optimizer]):
    filter(lambda p: p.requires_grad_(False), model.parameters())  # finding: calls nothing, as nothing iterates
    _ = map(lambda one: one.zero_grad(), optimizers)  # finding: calls nothing, as nothing iterates
    _ = list(map(lambda one: one.zero_grad(), optimizers))
    trained = filter(lambda p: p.requires_grad, model.parameters())
    return torch.optim.SGD(trained, lr=0.1)
