"""Saved by the main process as accelerate has prepared it."""

import torch
from accelerate import Accelerator
from torch import nn


def keep(samples):
    accelerator = Accelerator()
    net = nn.Linear(8, 3)
    net, samples = accelerator.prepare(net, samples)
    if accelerator.is_main_process:
        torch.save(net.state_dict(), "net.pt")  # suspected: saves keys with the prefix `module.` if several processes
