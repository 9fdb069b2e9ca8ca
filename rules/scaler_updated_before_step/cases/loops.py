"""Loops over several optimizers, whose gradients are there before the loop begins."""

import torch
from torch import nn
from torch.amp import GradScaler


def for_each_optimizer(loss: torch.Tensor, optimizers: list[torch.optim.Optimizer]):
    scaler = GradScaler("cuda")
    scaler.scale(loss).backward()
    for optimizer in optimizers:
        scaler.step(optimizer)
        scaler.update()  # finding: before the next `scaler.step(optimizer)`; call it once, after all steps


def after_the_loop(loss: torch.Tensor, optimizers: list[torch.optim.Optimizer]):
    scaler = GradScaler("cuda")
    scaler.scale(loss).backward()
    for optimizer in optimizers:
        scaler.step(optimizer)
    scaler.update()


def a_loss_for_each(losses: list[torch.Tensor], optimizers: list[torch.optim.Optimizer]):
    scaler = GradScaler("cuda")
    for loss, optimizer in zip(losses, optimizers, strict=True):
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


def a_scaler_for_each(optimizers: list[torch.optim.Optimizer], scalers: list[GradScaler]):
    for optimizer, scaler in zip(optimizers, scalers, strict=True):
        scaler.step(optimizer)
        scaler.update()


def one_optimizer(model: nn.Module, batches, optimizer, backward):
    scaler = GradScaler("cuda")
    for batch in batches:
        backward(scaler, model(batch).mean())
        scaler.step(optimizer)
        scaler.update()


class Group:
    """Steps all of its optimizers, or the one that is named."""

    def __init__(self, optimizers: dict[str, torch.optim.Optimizer]):
        self.optimizers = optimizers

    def step_all(self, scaler):
        _ = [self.step_one(name, scaler=scaler) for name in self.optimizers]

    def step_one(self, name, scaler=None):
        if scaler is None:
            self.optimizers[name].step()
        else:
            scaler.step(self.optimizers[name])
            scaler.update()  # suspected: before the next `self.step_one(name, scaler=scaler)`


class GroupWithScalers:
    def __init__(self, optimizers: dict[str, torch.optim.Optimizer], scalers: dict[str, GradScaler]):
        self.optimizers = optimizers
        self.scalers = scalers

    def step(self):
        for name in self.optimizers:
            self.advance(self.optimizers[name], self.scalers[name])

    def advance(self, optimizer, scaler):
        scaler.step(optimizer)
        scaler.update()


class Single:
    def __init__(self, scaler: GradScaler):
        self.scaler = scaler

    def run(self, losses, optimizer):
        for loss in losses:
            self.scaler.scale(loss).backward()
            self.apply(optimizer)

    def apply(self, optimizer):
        self.scaler.step(optimizer)
        self.scaler.update()


def progress(optimizers, bar):
    for optimizer in optimizers:
        bar.step(optimizer)
        bar.update()
