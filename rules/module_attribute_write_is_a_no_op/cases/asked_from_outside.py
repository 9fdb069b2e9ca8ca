"""A module with a setting that is called `requires_grad`, which the code around it reads."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.requires_grad = True


def encode(model, x):
    with torch.set_grad_enabled(model.requires_grad):
        return model.layer(x)


print(encode(Encoder(), torch.rand(1, 3)))
