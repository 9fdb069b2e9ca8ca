"""Tensors that a forward indexes by tensors on the model's device, which PyTorch refuses for one that is on the CPU."""

import pytorch_lightning as pl
import torch
from torch import nn


class Weighted(pl.LightningModule):
    def __init__(self, steps, learn_scale=False):
        super().__init__()
        self.steps = steps
        self.net = nn.Linear(4, 4)
        self.learn_scale = learn_scale
        self.weights = torch.linspace(0, 1, steps)  # finding: `self.weights` does not move with the model
        self.scale = torch.full((steps,), 0.5)  # suspected: `self.scale` does not move with the model
        if self.learn_scale:
            self.scale = nn.Parameter(self.scale)
        self.shift = torch.linspace(0, 1, steps)
        self.first = torch.linspace(0, 1, steps)
        self.offset = torch.full((steps,), 0.5)
        if self.learn_scale:
            self.offset = self.offset.cuda()

    def forward(self, x):
        t = torch.randint(0, self.steps, (x.shape[0],), device=self.device).long()
        return self.losses(x, t)

    def losses(self, x, t):
        loss = self.net(x).pow(2).mean(1)
        shift = self.shift[t.cpu()].to(self.device) + self.first[: len(t)].to(self.device)
        log = {}
        if self.learn_scale:
            log["scale"] = self.scale.data.mean()
        w = self.weights[t].to(self.device) + shift + self.offset[t.cpu()].to(self.device)
        return (loss * self.scale[t].to(self.device) * w).mean()


class Other(Weighted):
    def forward(self, x, *args):
        return self.losses(x, *args)

    def losses(self, x, t, power=1):
        return self.net(x).pow(power).mean() + t


class OnCpu(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.device = torch.device("cpu")
        self.steps = steps
        self.table = torch.linspace(0, 1, steps)

    def forward(self, x):
        t = torch.randint(0, self.steps, (x.shape[0],), device=self.device)
        return self.table[t].to(x.device)


class ByNumber(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.net = nn.Linear(4, 4)
        self.steps = steps
        self.rates = torch.linspace(0, 1, steps)  # suspected: `self.rates` does not move with the model
        self.powers = torch.linspace(0, 1, steps)  # suspected: `self.powers` does not move with the model
        self.shifts = torch.linspace(0, 1, steps)  # finding: `self.shifts` does not move with the model

    def forward(self, x, step: int, steps: torch.Tensor):
        for i in range(self.steps):
            x = x * self.powers[i]
        return self.net(x) * self.rates[step] + self.shifts[steps]
