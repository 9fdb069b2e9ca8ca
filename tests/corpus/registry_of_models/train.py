"""Only where every model that may be meant ends in a softmax is the loss wrong."""

import sys

import torch
from torch import nn

from zoo import build_model
from zoo.factories import by_branches, by_getattr, by_lambda, by_table
from zoo.vision import Probable

criterion = nn.CrossEntropyLoss()
x, y = torch.randn(4, 8), torch.randint(0, 3, (4,))
name = sys.argv[1]

print(criterion(build_model({"name": name, "options": {}})(x), y).backward())
print(criterion(by_table(name)(x), y).backward())
print(criterion(by_getattr(name)(x), y).backward())
print(criterion(by_branches(name)(x), y).backward())  # finding: applies softmax itself, but `by_branches(name)(x)`
print(criterion(by_lambda(name)(x), y).backward())  # finding: applies softmax itself, but `by_lambda(name)(x)` already holds
print(criterion(Probable()(x), y).backward())  # finding: applies softmax itself, but `Probable()(x)` already holds
print(nn.functional.nll_loss(torch.log(Probable()(x)), y).backward())  # finding: can underflow to
