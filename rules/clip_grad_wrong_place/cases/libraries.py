"""Clipping by a library, between its backward and the step, and elsewhere."""

import torch
from accelerate import Accelerator
from lightning.fabric import Fabric
from torch import nn
from torch.utils.data import DataLoader


def woven(loader: DataLoader):
    fabric = Fabric()
    model = nn.Linear(4, 2)
    model, optimizer = fabric.setup(model, torch.optim.AdamW(model.parameters()))
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        fabric.clip_gradients(model, optimizer, max_norm=1.0)  # finding: finds no gradients to clip
        fabric.backward(loss)
        optimizer.step()


def well_woven(loader: DataLoader):
    fabric = Fabric()
    model = nn.Linear(4, 2)
    model, optimizer = fabric.setup(model, torch.optim.AdamW(model.parameters()))
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        fabric.backward(loss)
        fabric.clip_gradients(model, optimizer, max_norm=1.0)
        optimizer.step()


def accelerated(loader: DataLoader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    model, optimizer, loader = accelerator.prepare(model, torch.optim.AdamW(model.parameters()), loader)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)  # finding: finds no gradients to clip
        accelerator.backward(loss)
        optimizer.step()


def well_accelerated(loader: DataLoader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    model, optimizer, loader = accelerator.prepare(model, torch.optim.AdamW(model.parameters()), loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            accelerator.backward(nn.functional.cross_entropy(model(x), y))
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
