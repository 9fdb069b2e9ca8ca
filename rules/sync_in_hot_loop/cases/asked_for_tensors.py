"""A meter that takes tensors and numbers: whether something is a tensor does not change from pass to pass."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Meter:
    def __init__(self):
        self.last = {}

    def update(self, **values):
        for name, value in values.items():
            if isinstance(value, torch.Tensor):
                value = value.item()  # finding: waits for the GPU in each training step; keep `value.detach()`, and
            self.last[name] = value


class CheckedMeter:
    def __init__(self):
        self.last = {}

    def update(self, value):
        if torch.is_tensor(value) and not value.isfinite():
            raise ValueError(value.item())
        self.last = value


class NumberMeter:
    def __init__(self):
        self.last = {}

    def update(self, **values):
        for name, value in values.items():
            if isinstance(value, torch.Tensor):
                value = value.item()
            self.last[name] = value


def train(loader: DataLoader, meter: Meter, every):
    net = nn.Linear(3, 1).to("cuda")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    meter, numbers, checked, rare = Meter(), NumberMeter(), CheckedMeter(), NumberMeter()
    for step, (x, y) in enumerate(loader):
        losses = {"mse": F.mse_loss(net(x.to("cuda")), y.to("cuda"))}
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        meter.update(**{name: 2 * one for name, one in losses.items()})
        numbers.update(step=step)
        checked.update(losses["mse"].detach())
        if step % every == 0:
            rare.update(**losses)
