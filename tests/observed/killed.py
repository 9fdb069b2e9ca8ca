"""Ends in the middle, as the kernel ends what has no memory left."""

import os
import signal

import torch

torch.set_num_threads(1)
weight = torch.ones(1000, requires_grad=True)
total = 0.0
for step in range(100):
    total = total + (weight * torch.ones(1000)).exp().sum()  # confirmed: activations
    if step == 20:
        os.kill(os.getpid(), signal.SIGKILL)
