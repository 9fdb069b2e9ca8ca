"""Two layers that add noise and are evaluated: one whose scale is 0, and one whose scale is not."""

import torch
from torch import nn


class SilentNoise(nn.Module):
    def __init__(self, scale: float) -> None:
        super().__init__()
        self.scale = scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.scale * torch.randn_like(x)  # suspected: adds noise in eval mode too  # refuted


class Noise(nn.Module):
    def __init__(self, scale: float) -> None:
        super().__init__()
        self.scale = scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.scale * torch.randn_like(x)  # suspected: adds noise in eval mode too


class Sometimes(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        if torch.rand(1).item() < 0.5:  # suspected: drops in eval mode too
            x = x * 0
        return x


with torch.no_grad():
    for model in (SilentNoise(0.0), Noise(0.5), Sometimes()):
        model.eval()
        print(model(torch.ones(2, 4)).shape)
