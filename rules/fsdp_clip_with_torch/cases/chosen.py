"""Models that settings choose, in attributes."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 2)

    def forward(self, x):
        return self.layer(x)


class Large(Small):
    pass


def build(name):
    if name == "small":
        return Small()
    return Large()


class Trainer:
    def __init__(self, name, is_distributed):
        self.core = build(name)
        if is_distributed:
            self.net = FSDP(self.core, use_orig_params=True)
        else:
            self.net = self.core
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, batches):
        net = self.net
        for x in batches:
            self.optimizer.zero_grad()
            net(x).sum().backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # suspected: use `net.clip_grad_norm_`
            self.optimizer.step()


class Distiller:
    def __init__(self, name):
        self.teacher = FSDP(build(name))
        self.student = build(name)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.1)

    def fit(self, batches):
        for x in batches:
            self.optimizer.zero_grad()
            (self.teacher(x) - self.student(x)).square().sum().backward()
            nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
            self.optimizer.step()
