"""Modules that accelerate prepares, all of those that are trained."""

import torch
from accelerate import Accelerator
from torch import nn


def both(build, loader):
    accelerator = Accelerator()
    unet, adapter = build("unet"), build("adapter")
    optimizer = torch.optim.AdamW([*unet.parameters(), *adapter.parameters()], lr=1e-4)
    unet, adapter, optimizer, loader = accelerator.prepare(unet, adapter, optimizer, loader)
    for x, y in loader:
        loss = nn.functional.mse_loss(unet(adapter(x)), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def none(build, loader):
    """Nothing but the loader and the optimizer is prepared, and what is trained is not a module beside another."""
    accelerator = Accelerator()
    adapter = build("adapter")
    optimizer = torch.optim.AdamW(adapter.parameters(), lr=1e-4)
    model, optimizer = accelerator.prepare(adapter, optimizer)
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
