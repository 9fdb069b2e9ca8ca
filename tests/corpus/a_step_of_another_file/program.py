"""A program that steps for each part of a batch, and one that steps for each batch; both clear once for each batch."""

from stepper import ClippedStep
from torch import nn
from torch.nn import functional as F


def for_each_part(loader):
    net = nn.Linear(4, 2)
    stepper = ClippedStep(list(net.parameters()), 1.0)
    for x, y in loader:
        net.zero_grad()
        for columns in x.split(4):
            F.cross_entropy(net(columns), y).backward()
            stepper.step()


def for_each_batch(loader):
    net = nn.Linear(8, 2)
    stepper = ClippedStep(list(net.parameters()), 1.0)
    for x, y in loader:
        net.zero_grad()
        F.cross_entropy(net(x), y).backward()
        stepper.step()
