"""One of several casts: where branches choose, and where a later one replaces the first."""

import torch
from torch import nn

torch.manual_seed(0)
BATCHES = torch.randn(4, 8, 16).unbind()


def trained(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
    for rows in BATCHES:
        optimizer.zero_grad()
        model(rows.to(model.weight.dtype)).square().mean().backward()
        optimizer.step()


def by_name(precision):
    model = nn.Linear(16, 4)
    if precision == "fp16":
        model = model.half()  # finding: `model.half()` stores the parameters in float16
    elif precision == "fp64":
        model = model.double()
    trained(model)


def after_both(precision):
    model = nn.Linear(16, 4)
    if precision == "fp16":
        model = model.half()
    elif precision == "fp64":
        model = model.double()
    model.float()
    trained(model)


def one_after_the_other(doubles):
    model = nn.Linear(16, 4).half()
    if doubles:
        print("in float64")
    model.double()
    trained(model)


by_name("fp16")
after_both("fp16")
one_after_the_other(True)
