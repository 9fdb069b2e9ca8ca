import argparse

import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn


class Freezable(nn.Module):
    """Says itself what the attribute is."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    @property
    def requires_grad(self):
        return self.layer.weight.requires_grad

    @requires_grad.setter
    def requires_grad(self, value):
        self.layer.requires_grad_(value)


class WithARate(torch.optim.SGD):
    @property
    def lr(self):
        return self.param_groups[0]["lr"]

    @lr.setter
    def lr(self, value):
        self.param_groups[0]["lr"] = value


class Scheduled:
    """Somebody's own optimizer."""

    def __init__(self, optimizer):
        self.optimizer, self.lr = optimizer, 0.1

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = self.lr


class Reads(nn.Module):
    def __init__(self):
        super().__init__()
        self.requires_grad = True
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x) if self.requires_grad else self.layer(x).detach()


model = Freezable()
model.requires_grad = False
for parameter in model.parameters():
    parameter.requires_grad = False
model.layer.weight.requires_grad = False
reads = Reads()
reads.requires_grad = False
norm = nn.BatchNorm1d(3)
norm.training = False
norm.momentum = 0.1
norm.eps = 1e-3
optimizer = WithARate(model.parameters(), lr=0.1)
optimizer.lr = 0.2
scheduled = Scheduled(optimizer)
scheduled.lr = 0.3
opt = argparse.ArgumentParser().parse_args([])
opt.lr = 0.1
opt.require_grad = True
for group in optimizer.param_groups:
    group["lr"] = 0.1
cudnn.benchmark = True
cudnn.deterministic, cudnn.enabled = True, True
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True
