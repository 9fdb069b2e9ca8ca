"""Tables in a program whose casts depend on a setting."""

import os

import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (10000 ** (torch.arange(0, width, 2).float() / width)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        t = torch.arange(x.shape[1]).type_as(self.inv_freq)  # suspected: `inv_freq`  # refuted
        return torch.outer(t, self.inv_freq).cos().type_as(x)


class Waves(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (10000 ** (torch.arange(0, width, 2).float() / width)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        t = torch.arange(x.shape[1])  # suspected: makes float16 positions, like `inv_freq`
        return (t[:, None] * self.inv_freq).cos().type_as(x)


rotary = Rotary(64)
if os.environ.get("TORCHLINT_CASE_HALF"):
    rotary = rotary.to(torch.bfloat16)
waves = Waves(64).half()
x = torch.randn(1, 2048, 64)
with torch.no_grad():
    print(rotary(x).shape, waves(x).shape)
