"""A model whose parts get names that are put together; the prefix of a wrapper is known all the same."""

import torch
from torch import nn


class Computed(nn.Module):
    def __init__(self):
        super().__init__()
        for place in range(2):
            self.add_module(f"conv{place}", nn.Linear(3, 3))

    def forward(self, x):
        return self.conv1(self.conv0(x))


model = Computed()
for name, p in model.named_parameters():
    if name.startswith("conv0"):
        p.requires_grad = False
parallel = nn.DataParallel(model)
for name, p in parallel.named_parameters():
    if name.startswith("conv1"):  # finding: names of the wrapped `parallel` begin with `module.`
        p.requires_grad = False
    if "conv1" in name:
        p.requires_grad = False
print(torch.rand(1))
