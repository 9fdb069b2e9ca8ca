"""Tensors that were made on the very device that they are then moved to: there is nothing to lose."""

import torch
from torch import nn

device = torch.device("cpu")
other = torch.device("cpu")


class GaussianPolicy(nn.Module):
    def __init__(self, actions: int, where: torch.device) -> None:
        super().__init__()
        self.mean = nn.Linear(4, actions)
        self.mean.to(where)
        self.spread = nn.Parameter(torch.zeros(actions, dtype=torch.float32, device=where))
        self.mean.to(where)
        self.spread.to(where)
        self.spread.to(device=where)
        self.scale = torch.ones(actions, device=where)
        self.scale.to(other)  # finding: `self.scale.to(other)` returns its result and leaves `self.scale` unchanged;


def noise(rows: int) -> torch.Tensor:
    sample = torch.randn(rows, 4, device=device)
    sample.to(device)
    bias = torch.zeros(4, device=device)
    bias = bias.cpu()
    bias.to(device)  # finding: `bias.to(device)` returns its result and leaves `bias` unchanged; assign it
    steps = torch.zeros(4, device=device)
    if rows > 3:
        steps = torch.arange(4.0)
    steps.to(device)  # finding: `steps.to(device)` returns its result and leaves `steps` unchanged; assign it
    scale = torch.ones(4, device=device)
    scale.to(torch.float64)  # finding: `scale.to(torch.float64)` returns its result and leaves `scale` unchanged;
    return sample + bias + steps * scale


print(GaussianPolicy(2, device), noise(8).sum())
