"""A script that hooks its own model once and for as long as it runs."""

from functools import partial

import torch
from torch import nn


def report(module, inputs, output, number):
    print(number, type(module).__name__, round(output.mean().item(), 3))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
for number, layer in enumerate(model.children()):
    layer.register_forward_hook(partial(report, number=number))
model[2].register_full_backward_hook(lambda module, grad_inputs, grad_outputs: None)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    model(torch.randn(3, 4)).square().mean().backward()
    optimizer.step()
