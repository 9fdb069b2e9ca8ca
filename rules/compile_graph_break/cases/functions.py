import random
import time
import warnings

import torch
from torch import nn


@torch.compile(backend="eager")
def prints(x):
    y = torch.relu(x)
    print("at", tuple(y.shape))  # finding: runs in Python, so the compiled graph breaks here
    return y.sum()


@torch.compile(backend="eager")
def branches(x):
    y = torch.relu(x)
    if y.sum() > 0:  # finding: `y.sum() > 0` reads tensor values, so the compiled graph breaks here
        y = y + 1
    return y


@torch.compile(backend="eager")
def stays(x):
    y = torch.relu(x)
    y[y > 1] = 0
    assert y.shape[0] > 0
    if y.ndim > 1 and x.shape[0] > 1:
        y = y + 1
    if not torch.compiler.is_compiling():
        print("in eager")
    return torch.where(y.sum() > 0, y, -y), y.detach().numpy()


@torch.compile(backend="eager", fullgraph=True)
def whole(x):
    return torch.relu(x)


@torch.compiler.disable
def aside(x):
    print(x.sum().item())


def plain(x):
    print(x.sum().item(), time.time())
    return x


@torch.compile(backend="eager")
def ends_often(x):
    started = time.time()  # finding: runs in Python
    total = torch.rand(3).sum()
    y = x * float(total)  # finding: reads tensor values, so the compiled graph breaks here
    places = torch.nonzero(y)  # finding: has a data-dependent shape, so the compiled graph breaks here
    warnings.warn("slow", stacklevel=2)  # finding: runs in Python
    if started < 0:
        return places
    return y * random.random()  # suspected: runs in Python


class Debug(nn.Module):
    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose

    def forward(self, x):
        if self.verbose:
            print("shape", x.shape)  # suspected: runs in Python
        return x * 2


warnings.simplefilter("ignore")
for function in (prints, branches, stays, whole, ends_often, plain):
    function(torch.randn(4, 3))
aside(torch.ones(2))
loud = Debug(True)
loud.compile(backend="eager")
loud(torch.randn(2, 3))
