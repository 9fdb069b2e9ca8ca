"""A learning rate read from the optimizer is a number; its groups of parameters can be used to clear gradients."""

import torch
from somewhere import clear, logger
from torch import nn


def logs_its_learning_rate(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).pow(2).mean().backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again
        optimizer.param_groups[0]["lr"] *= 0.99
        logger.log(lr=optimizer.param_groups[0]["lr"], all=[group["lr"] for group in optimizer.param_groups])


def hands_on_the_parameters(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).pow(2).mean().backward()
        optimizer.step()
        for group in optimizer.param_groups:
            clear(group["params"])


def hands_on_the_groups(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).pow(2).mean().backward()
        optimizer.step()
        clear(optimizer.param_groups)


def hands_on_one_group(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).pow(2).mean().backward()
        optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = 0.01
            clear(group)


def clears_by_hand(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        model(x).pow(2).mean().backward()
        optimizer.step()
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                parameter.grad = None
