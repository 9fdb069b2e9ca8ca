"""A sigmoid that a flag switches on: by how the model is made, or by an argument that is not known."""

import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self, gives_probabilities=True):
        super().__init__()
        self.gives_probabilities = gives_probabilities
        self.layer = nn.Linear(8, 1)

    def forward(self, x):
        x = self.layer(x)
        if self.gives_probabilities:
            x = torch.sigmoid(x)
        return x


head = Head(gives_probabilities=True)
criterion = nn.BCELoss()


def by_flag(x, wanted):
    return criterion(head(x), wanted)  # finding: a sigmoid if `self.gives_probabilities`


def by_argument(net: nn.Linear, x, wanted, limited):
    out = net(x)
    if limited:
        out = torch.sigmoid(out)
    return F.binary_cross_entropy(out, wanted)  # suspected: a sigmoid if `limited`


def chosen_with_it(net: nn.Linear, x, wanted, limited):
    out = net(x)
    if limited:
        out = torch.sigmoid(out)
    return F.binary_cross_entropy(out, wanted) if limited else F.mse_loss(out, wanted)


def for_the_caller(net: nn.Linear, x, limited):
    out = net(x)
    if limited:
        out = torch.sigmoid(out)
    return out
