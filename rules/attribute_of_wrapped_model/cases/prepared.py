"""Models that accelerate wraps where there are several processes."""

import torch
from accelerate import Accelerator
from elsewhere import Pipeline
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.scale = 2.0

    def forward(self, x):
        return self.layer(x) * self.scale


def fit(loader):
    accelerator = Accelerator()
    model = Net()
    print(model.scale)
    optimizer = torch.optim.Adam(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        accelerator.backward(nn.functional.mse_loss(model(x), y))
        optimizer.step()
        optimizer.zero_grad()
    print(model.scale)  # suspected: `model.scale` raises an AttributeError in several processes
    inner = accelerator.unwrap_model(model)
    print(inner.scale, model.training)


def one_process():
    accelerator = Accelerator()
    model = accelerator.prepare(Net())
    if accelerator.num_processes == 1:
        print(model.scale)
    if hasattr(model, "module"):
        model = model.module
    print(model.scale)


def of_another_package(net):
    model = Pipeline().prepare(Net())
    print(model.scale)
