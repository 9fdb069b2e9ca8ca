"""Clocks of `timeit`."""

from timeit import default_timer as timer

import torch
from torch import nn


def measure(function, x, times=50):
    begin = timer()
    for _ in range(times):
        function(x)
    return (timer() - begin) / times  # finding: on a GPU, `timer()` runs before


def measure_all(function, x, times=50):
    begin = timer()
    for _ in range(times):
        function(x)
    torch.cuda.synchronize()
    return (timer() - begin) / times


net = nn.Linear(3, 3).to("cuda")
rows = torch.randn(3, 3, device="cuda")
print(measure(net, rows), measure_all(net, rows))
