"""Clipping in a step that Lightning differentiates after it has returned, and where the step does all of it."""

import torch
from lightning import LightningModule
from torch import nn


class Classifier(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = nn.functional.cross_entropy(self.net(x), y)
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)  # finding: runs before the framework calls `backward()`
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


class Measured(Classifier):
    def training_step(self, batch, batch_idx):
        x, y = batch
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), float("inf"))
        self.log("norm", norm)
        return nn.functional.cross_entropy(self.net(x), y)


class InAHook(Classifier):
    def on_before_optimizer_step(self, optimizer):
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)


class ByHand(Classifier):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        x, y = batch
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(nn.functional.cross_entropy(self.net(x), y))
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        optimizer.step()


class InTheNextStep(ByHand):
    def training_step(self, batch, batch_idx):
        x, y = batch
        optimizer = self.optimizers()
        if batch_idx % 4 == 0:
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        self.manual_backward(nn.functional.cross_entropy(self.net(x), y))
