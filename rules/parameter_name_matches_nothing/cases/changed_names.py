"""Names that a loop changes, and models that other code may have put more into."""

import torch
from acme.adapters import inject
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.body(x))


def put_in_front():
    net = Net()
    for name, p in net.named_parameters():
        name = "model." + name
        if name.startswith("model.body"):
            p.requires_grad = False
        if p.requires_grad and name.startswith("neck"):
            p.requires_grad = False


def of_another():
    net, other = Net(), nn.Linear(3, 3)
    for name, _ in net.named_parameters():
        for name, p in other.named_parameters():
            if name == "weight":
                p.requires_grad = False
        print(name)


def by_another_name():
    net = Net()
    body = net.body
    body.gate = nn.Linear(3, 3)
    for name, p in net.named_parameters():
        if "gate" in name:  # suspected: finds no parameter of `net`
            p.requires_grad = False


def given_away():
    net = Net()
    inject(net)
    for name, p in net.named_parameters():
        if "router" in name:  # suspected: finds no parameter of `net`
            p.requires_grad = False


def one_of_two(net=None):
    net = net or Net()
    for name, p in net.named_parameters():
        if "tower" in name:  # suspected: finds no parameter of `net`
            p.requires_grad = False


def shown():
    net = Net()
    print(net)
    for name, p in net.named_parameters():
        if "stem" in name:  # finding: finds no parameter of `net`
            p.requires_grad = False


put_in_front()
of_another()
by_another_name()
shown()
print(torch.rand(1))
