"""`norm` is a mode here, and a function."""

import torch


def scale(x, mode):
    if mode == "norm":
        return x / torch.norm(x)
    return x
