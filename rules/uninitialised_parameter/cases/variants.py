import math

import torch
import torch.nn as nn
from torch.nn import Parameter, init


class Several(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.legacy = Parameter(torch.Tensor(n, m))  # finding: nothing initialises `legacy`
        self.like = nn.Parameter(torch.empty_like(torch.ones(n, m)))  # finding: initialise it, e.g. with `nn.init`
        self.register_parameter("scale", nn.Parameter(torch.empty(n)))  # finding: nothing initialises `scale`
        self.by_init = Parameter(torch.Tensor(n, m))
        self.by_method = Parameter(torch.empty(n, m))
        self.by_data = Parameter(torch.empty(n, m))
        self.by_item = Parameter(torch.empty(n, m))
        self.by_function = Parameter(torch.empty(n, m))
        self.in_a_list = Parameter(torch.empty(n, m))
        self.at_first = Parameter(torch.empty(n, m))
        self.numbers = Parameter(torch.Tensor([1.0, 2.0]))
        self.nothing = Parameter(torch.empty(0))
        self.zeros = Parameter(torch.zeros(n))
        init.xavier_uniform_(self.by_init)
        with torch.no_grad():
            self.by_method.normal_(std=1 / math.sqrt(self.legacy.size(0)))
            self.by_item[:] = 1.0
        self.by_data.data.uniform_(-1, 1)
        fill(self.by_function)
        for one in [self.in_a_list]:
            fill(one)

    def forward(self, x):
        if self.training:
            self.at_first.data.copy_(x.detach())
        out = x * self.legacy * self.like + self.scale.unsqueeze(1)
        return out + self.by_init + self.by_method + self.by_data + self.by_item + self.by_function + self.in_a_list


def fill(parameter):
    with torch.no_grad():
        parameter.fill_(1.0)


print(Several(2, 3)(torch.rand(2, 3)).shape)
