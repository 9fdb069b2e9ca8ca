"""Literals that a call gives to a parameter: which branch its function takes."""

import torch
from torch import nn

weights = torch.tensor([0.1], requires_grad=True)


def reduced(x, how="mean"):
    if how == "mean":
        return torch.sigmoid(x)
    elif how in ("sum", "max"):
        return x.detach()
    return x


def calls(how):
    reveal(reduced(weights))  # tensor, grad, sigmoid
    reveal(reduced(weights, "sum"))  # tensor, no grad
    reveal(reduced(weights, how="none"))  # tensor, grad
    reveal(reduced(weights, how))  # tensor, maybe grad, perhaps sigmoid


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, x, mode="train"):
        return torch.sigmoid(self.layer(x)) if mode != "logits" else self.layer(x)

    def passed_on(self, x, kind):
        if kind == "plain":
            return self(x, "logits")
        return self(x, kind)


net = Net()


def of_models(x):
    reveal(net(x, "train"))  # tensor, grad, sigmoid
    reveal(net(x, mode="logits"))  # tensor, grad
    reveal(net.passed_on(x, "plain"))  # tensor, grad
    reveal(net.passed_on(x, "train"))  # tensor, grad, sigmoid


def assigned(x, mode):
    mode = mode.lower()
    return torch.sigmoid(x) if mode == "train" else x


def of_assigned(x):
    reveal(assigned(weights, "train"))  # tensor, grad, perhaps sigmoid


# What a script calls once is a choice that its author makes by hand; in a loop, each call is one of several.
reveal(reduced(weights, how="sum"))  # tensor, maybe grad, perhaps sigmoid
for _ in range(3):
    reveal(reduced(weights, how="sum"))  # tensor, no grad


# Numbers choose, too, where there are several of them and nothing else is done with the parameter.
def part(x, which):
    if which == 0:
        return torch.sigmoid(x)
    if which == 1:
        return x.detach()
    return x


def strided(x, stride):
    if stride == 1:
        return torch.sigmoid(x)
    if stride == 2:
        return x.detach()
    return x[::stride]


def with_bias(x, bias):
    if bias == 0:
        return torch.sigmoid(x)
    return x.detach()


def numbered(which):
    reveal(part(weights, 0))  # tensor, grad, sigmoid
    reveal(part(weights, which=1))  # tensor, no grad
    reveal(part(weights, 2))  # tensor, grad
    reveal(part(weights, which))  # tensor, maybe grad, perhaps sigmoid
    reveal(strided(weights, 2))  # tensor, maybe grad, perhaps sigmoid
    reveal(with_bias(weights, 0))  # tensor, maybe grad, perhaps sigmoid
    for turn in range(2):
        reveal(part(weights, turn))  # tensor, maybe grad, perhaps sigmoid
    turn = 0
    while turn < 2:
        reveal(part(weights, turn))  # tensor, maybe grad, perhaps sigmoid
        turn += 1
