"""Modules that accelerate prepares, and others that it does not."""

import torch
from accelerate import Accelerator
from torch import nn


def one_is_left(build, loader):
    accelerator = Accelerator()
    unet, adapter = build("unet"), build("adapter")
    optimizer = torch.optim.AdamW(
        [*unet.parameters(), *adapter.parameters()],  # suspected: `adapter` is trained outside `prepare`
        lr=1e-4,
    )
    unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
    for x, y in loader:
        loss = nn.functional.mse_loss(unet(adapter(x)), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
