"""Lightning clears, differentiates and steps after training_step, and by itself."""

import lightning as L
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Early(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 1)

    def training_step(self, batch, _):
        loss = self.net(batch).square().mean()
        clip_grad_norm_(self.net.parameters(), 1.0)  # finding: runs before the framework calls `backward()`
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


class EarlyAndLogged(Early):
    def training_step(self, batch, _):
        loss = self.net(batch).square().mean()
        norm = clip_grad_norm_(self.net.parameters(), 1.0)  # finding: runs before the framework calls `backward()`
        self.log("norm", norm)
        return loss


class Measured(Early):
    def training_step(self, batch, _):
        self.log("norm before", clip_grad_norm_(self.net.parameters(), float("inf")))
        return self.net(batch).square().mean()


class InTheHook(Early):
    def training_step(self, batch, _):
        return self.net(batch).square().mean()

    def on_before_optimizer_step(self, optimizer):
        clip_grad_norm_(self.net.parameters(), 1.0)


class Configured(Early):
    def training_step(self, batch, _):
        return self.net(batch).square().mean()

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        clip_grad_norm_(self.net.parameters(), 1.0)


class ByHand(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(8, 1)

    def training_step(self, batch, _):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(self.net(batch).square().mean())
        clip_grad_norm_(self.net.parameters(), 1.0)
        optimizer.step()
