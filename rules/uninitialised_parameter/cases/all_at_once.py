"""All parameters of a model are filled at once, from outside."""

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.empty(1, n))

    def forward(self, x):
        return x * self.scale


model = Scale(3)
for parameter in model.parameters():
    nn.init.xavier_uniform_(parameter)
print(model(torch.rand(2, 3)))
