"""The way that uses an iterator up is not always taken."""

import torch
from torch import nn


def optimizer_of(model: nn.Module, is_shown: bool) -> torch.optim.Optimizer:
    params = model.parameters()
    if is_shown:
        print(sum(p.numel() for p in params))
    params_left = torch.optim.SGD(params, lr=0.1)  # finding: exhausted by `params`  # refuted
    return params_left


optimizer_of(nn.Linear(2, 2), is_shown=False)
