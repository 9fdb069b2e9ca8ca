"""Schedulers that take the rate in use one step further, and those that compute the rate in use."""

import torch
from torch import nn
from torch.optim import lr_scheduler
from torch.optim.lr_scheduler import ExponentialLR, LambdaLR


def train(model: nn.Module, optimizer: torch.optim.Optimizer, epochs: int) -> None:
    by_steps = lr_scheduler.StepLR(optimizer, step_size=30)
    shrinking = ExponentialLR(optimizer, gamma=0.95)
    by_epoch = LambdaLR(optimizer, lambda epoch: 0.95**epoch)
    one_cycle = lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=epochs)
    restarts = lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=10)
    for _ in range(epochs):
        optimizer.step()
        by_steps.step()
        print(by_steps.get_lr())  # finding: call `get_last_lr()`
        print(shrinking.get_lr()[0])  # finding: computes the next learning rate
        print(by_epoch.get_lr(), one_cycle.get_lr(), restarts.get_lr())
        print(by_steps.get_last_lr(), shrinking.get_last_lr()[0], optimizer.param_groups[0]["lr"])


class Warmup(ExponentialLR):
    """Warms up, then shrinks; asks its base from within, where the rate to come is meant."""

    def get_lr(self) -> list[float]:
        if self.last_epoch < 5:
            return [rate * (self.last_epoch + 1) / 5 for rate in self.base_lrs]
        return super().get_lr()


class Held:
    """Keeps a rate, and is no scheduler."""

    def get_lr(self) -> float:
        return 0.1


def report(optimizer: torch.optim.Optimizer) -> None:
    warmup = Warmup(optimizer, gamma=0.9)
    print(warmup.get_lr(), Held().get_lr())  # finding: `warmup.get_lr()` computes the next learning rate


class Trainer:
    """A setting decides which class it is: both take the rate in use one step further."""

    def __init__(self, optimizer: torch.optim.Optimizer, name: str) -> None:
        if name == "step":
            self.scheduler = lr_scheduler.StepLR(optimizer, 10)
        elif name == "cosine":
            self.scheduler = lr_scheduler.CosineAnnealingLR(optimizer, 10)
        else:
            raise NotImplementedError(name)

    def rate(self) -> float:
        return self.scheduler.get_lr()[0]  # finding: call `get_last_lr()`
