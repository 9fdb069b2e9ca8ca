"""Factors before the tensors, as methods took them before 1.5, and the mean as it was called before 1.0."""

import torch
import torch.nn.functional as F
from torch import nn


def distances(x, y):
    found = x.pow(2).sum(1, keepdim=True) + y.pow(2).sum(1)
    found.addmm_(1, -2, x, y.t())  # finding: pass the factors by keyword, as `beta` and `alpha`
    found.addmm_(x, y.t(), beta=1, alpha=-2)
    found.addmm_(x, y.t())
    return torch.addmm(found, x, y.t())


def scaled(weights, bias, x):
    x = torch.rand(3, 3)
    first = x.addmv(2, x, x[0])  # finding: pass the factor by keyword, as `beta`
    second = x.mul(0.5).add(0.1, bias.data)  # finding: pass the factor by keyword, as `alpha`
    third = x.sub(0.1, torch.ones(3))  # finding: pass the factor by keyword, as `alpha`
    return first, second, third, x.add(bias), torch.addcmul(x, x, x), weights.add(x, alpha=2)


def others(cache, meter, key, output, batch):
    cache.add(key, output)
    meter.add(3, batch.data)
    return meter.sub("a", "b")


def losses(x, y):
    first = F.l1_loss(x, y, reduction="elementwise_mean")  # finding: use `reduction="mean"`
    second = nn.MSELoss(reduction="elementwise_mean")  # finding: use `reduction="mean"`
    return first + second(x, y) + F.l1_loss(x, y, reduction="mean")


def own(measure, x, y):
    return measure(x, y, reduction="elementwise_mean")


class Trainer:
    """Which of PyTorch's schedulers it is, a setting decides."""

    def __init__(self, optimizer, name):
        if name == "step":
            self.scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
        elif name == "cosine":
            self.scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 10)
        else:
            raise NotImplementedError(name)

    def rate(self):
        return self.scheduler.get_lr()[0]  # finding: use `get_last_lr()`


class OwnSchedule(torch.optim.lr_scheduler.LRScheduler):
    def get_lr(self):
        return [0.1 for _ in self.base_lrs]


class OwnTrainer:
    def __init__(self, optimizer, schedule):
        self.scheduler = schedule(optimizer)

    def rate(self):
        return self.scheduler.get_lr()
