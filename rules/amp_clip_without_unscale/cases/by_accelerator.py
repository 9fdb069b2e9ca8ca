"""Libraries that scale the loss in their own backward have a method of their own that unscales and clips."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from lightning.fabric import Fabric
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def half(net: nn.Module, rows):
    accelerator = Accelerator(mixed_precision="fp16")
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        accelerator.backward(F.mse_loss(net(x), y))
        if accelerator.sync_gradients:
            clip_grad_norm_(net.parameters(), 1.0)  # finding: keeps scaled; call `accelerator.clip_grad_norm_` instead
        optimizer.step()
        optimizer.zero_grad()


def full(net: nn.Module, rows):
    accelerator = Accelerator(mixed_precision="bf16")
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        accelerator.backward(F.mse_loss(net(x), y))
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


def unscaled(net: nn.Module, rows):
    accelerator = Accelerator(mixed_precision="fp16")
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        accelerator.backward(F.mse_loss(net(x), y))
        accelerator.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


class Trainer:
    def __init__(self, net: nn.Module, loader, mixed_precision=None):
        self.accelerator = Accelerator(split_batches=True, mixed_precision=mixed_precision)
        self.optimizer = torch.optim.AdamW(net.parameters())
        self.net, self.optimizer = self.accelerator.prepare(net, self.optimizer)
        self.loader = loader

    def run(self):
        for batch in self.loader:
            self.step(batch)

    def step(self, batch):
        with self.accelerator.autocast():
            loss = self.net(batch).mean()
            self.accelerator.backward(loss)
            norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), 10.0)  # suspected: `self.accelerator.clip_grad
            self.optimizer.step()
            self.optimizer.zero_grad()
        return norm


def launched(net: nn.Module, rows):
    accelerator = Accelerator()
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        with accelerator.accumulate(net):
            accelerator.backward(F.mse_loss(net(x), y))
            clip_grad_value_(net.parameters(), 1.0)  # suspected: call `accelerator.clip_grad_value_`
            optimizer.step()
            optimizer.zero_grad()


def woven(net: nn.Module, rows):
    fabric = Fabric(accelerator="cuda", precision="16-mixed")
    net, optimizer = fabric.setup(net, torch.optim.Adam(net.parameters()))
    for x, y in rows:
        fabric.backward(F.mse_loss(net(x), y))
        clip_grad_norm_(net.parameters(), 1.0)  # finding: call `fabric.clip_gradients` instead
        optimizer.step()
        optimizer.zero_grad()


def woven_in_full(net: nn.Module, rows):
    fabric = Fabric(accelerator="cuda")
    net, optimizer = fabric.setup(net, torch.optim.Adam(net.parameters()))
    for x, y in rows:
        fabric.backward(F.mse_loss(net(x), y))
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


def on_the_cpu(net: nn.Module, rows):
    accelerator = Accelerator(cpu=True)
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        accelerator.backward(F.mse_loss(net(x), y))
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
