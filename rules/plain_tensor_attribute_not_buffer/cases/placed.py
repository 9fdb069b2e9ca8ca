"""Tensors that a constructor puts on a device: a model that moves to another one leaves them there."""

import torch
from torch import nn


class Placed(nn.Module):
    def __init__(self, width, device):
        super().__init__()
        self.register_buffer("mean", torch.zeros(width, device=device))
        self.made = torch.ones(width, device=device)  # suspected: stays on the device that the constructor puts it on
        self.sent = torch.ones(width).to(device)  # suspected: `self.sent` stays on the device
        self.fast = torch.arange(width).cuda()  # suspected: `self.fast` stays on the device
        self.slow = torch.ones(width).cpu()  # says that it stays on the CPU
        self.moved = torch.ones(width, device=device)

    def forward(self, x):
        x = (x - self.mean + self.made) * self.sent - self.fast
        return torch.minimum(x, self.slow) + self.moved.to(x.device)
