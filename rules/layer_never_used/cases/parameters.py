"""Parameters of modules that no code reads, next to those that something does."""

import torch
from torch import nn
from torch.nn import Parameter


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mask_token = nn.Parameter(torch.zeros(1, width))  # finding: `mask_token` is never used
        self.class_token = Parameter(torch.zeros(1, width))
        self.scale = Parameter(torch.ones(width))  # finding: it never learns
        self.fixed = nn.Parameter(torch.ones(width), requires_grad=False)  # a constant of old checkpoints
        self.where = nn.Parameter(torch.empty(0))  # says where the module is
        self.head = nn.Linear(width, width)

    def forward(self, x):
        return self.head(x + self.class_token)



class Registry(nn.Module):
    """Finds a layer in a file by its name, which goes through no layers of its own."""

    def __init__(self, width, kind="Linear"):
        super().__init__()
        self.net = nn.__dict__[kind](width, width)
        self.out = nn.Linear(width, width)  # finding: `out` is never used

    def forward(self, x):
        return self.net(x)


class OwnNames(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(width))
        self.net = nn.Linear(width, width)

    def forward(self, x):
        for name in self.__dict__["_parameters"]:
            x = x + self.__dict__["_parameters"][name]
        return self.net(x)


rows = torch.randn(2, 8)
for model in (Decoder(8), Registry(8), OwnNames(8)):
    print(model(rows).shape)
