"""Samples by a number of small steps, and returns the last of them."""

import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.velocity = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, width))

    @torch.no_grad()
    def sample(self, noise: torch.Tensor, steps: int) -> torch.Tensor:
        x = noise
        states = []
        for _ in range(steps):
            x = x + self.velocity(x) / steps
            states.append(x)  # finding: keeps the tensors of all steps
        return states[-1]


if __name__ == "__main__":
    torch.manual_seed(0)
    print(Sampler().sample(torch.randn(256, 64), 50).std())
