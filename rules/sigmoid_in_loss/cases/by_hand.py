"""A sigmoid that is written out rounds as the built-in one does."""

import torch

weights = torch.zeros(3, requires_grad=True)
inputs, targets = torch.randn(8, 3), torch.ones(8)


def squash(z):
    return 1.0 / (1.0 + torch.exp(-z))


def squash_by_method(z):
    return 1 / ((-z).exp() + 1)


def cost(probabilities, y):
    likely = y * torch.log(probabilities)  # finding: `probabilities` can round to 0, whose log is -inf
    unlikely = (1 - y) * torch.log(1 - probabilities)  # finding: use `F.logsigmoid(-x)`, where `x` is the input
    return -(likely + unlikely).mean()


def logistic_scale(z):
    return torch.log(1 / (2.0 + torch.exp(-z))).mean() + torch.log(1 / (1 + torch.exp(z * z))).mean()


cost(squash(inputs @ weights), targets).backward()
torch.log(squash_by_method(inputs @ weights)).mean().backward()  # finding: round to 0
logistic_scale(inputs @ weights).backward()
