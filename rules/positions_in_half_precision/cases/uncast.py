"""Tables of modules that nobody casts, but for one that does so itself."""

import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (500 ** (torch.arange(0, width, 2).float() / width)))

    def forward(self, x):
        t = torch.arange(x.shape[1]).type_as(self.inv_freq)  # float32: autocast leaves buffers alone
        return torch.outer(t, self.inv_freq).cos().to(dtype=x.dtype)


class OfItsOwn(nn.Module):
    def __init__(self, width, precision=torch.half):
        super().__init__()
        waves = 1.0 / (500 ** (torch.arange(0, width, 2).float() / width))
        if precision == torch.half:
            waves = waves.half()
        self.register_buffer("waves", waves)

    def forward(self, x):
        t = torch.arange(x.shape[1], device=x.device, dtype=self.waves.dtype)  # suspected: makes float16 positions,
        return torch.outer(t, self.waves).cos()


def embedded(table, images, dtype=torch.float16):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return table(images.to(dtype=dtype))


def skipped(state, D, dtype=torch.float16):
    return state + D.to(dtype) * state
