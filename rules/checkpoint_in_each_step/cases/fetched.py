"""Passes that fetch their batch themselves, and the hook of a framework that runs after each step."""

import os
import random

import lightning as pl
import torch
from torch import nn


def train(net, loader, optimizer, steps, path):
    batches = iter(loader)
    for _ in range(steps):
        try:
            x, y = next(batches)
        except StopIteration:
            batches = iter(loader)
            x, y = next(batches)
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.save(net.state_dict(), path)  # finding: writes to disk after every batch


def fit_all(net, x, y, optimizer, steps, path):
    for _ in range(steps):
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.save(net.state_dict(), path)


def fit_all_and_keep_some(net, x, y, optimizer, steps, colors):
    names = []
    for epoch in range(steps):
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(random.choice(colors), loss)
        names.append(f"{epoch}.pt")
        torch.save(net.state_dict(), names[-1])
        if len(names) > 5:
            os.remove(names.pop(0))


class Saving(pl.Callback):
    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
        torch.save(module.state_dict(), "last.pt")  # finding: writes to disk after every batch

    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        if trainer.is_last_batch:
            torch.save(module.state_dict(), "before.pt")

    def on_train_epoch_end(self, trainer, module):
        torch.save(module.state_dict(), "epoch.pt")


class Model(pl.LightningModule):
    def on_train_batch_start(self, batch, batch_idx):
        if self.trainer.is_last_batch:
            torch.save(self.state_dict(), "before.pt")
        if self.trainer.is_global_zero:
            torch.save(self.state_dict(), "first.pt")  # finding: writes to disk after every batch
