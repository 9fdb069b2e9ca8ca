"""Trains a denoiser on masks that are random in each step."""

import torch
from torch import nn


class RandomMask(nn.Module):
    def forward(self, rows: torch.Tensor, seed: int | None = None) -> torch.Tensor:
        generator = None
        if seed is not None:
            generator = torch.Generator(device=rows.device).manual_seed(seed)
        return torch.rand(rows.shape, generator=generator, device=rows.device) < 0.5


class Denoiser(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.mask = RandomMask()
        self.body = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 8))

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.mask(rows)
        return self.body(rows.masked_fill(hidden, 0)), hidden


def train(model: Denoiser) -> int:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    masks = set()
    for _ in range(50):
        rows = torch.randn(16, 1).expand(16, 8)
        output, hidden = model(rows)
        loss = nn.functional.mse_loss(output[hidden], rows[hidden])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        masks.add(tuple(hidden.flatten().tolist()))
    return len(masks)


if __name__ == "__main__":
    torch.manual_seed(0)
    print("different masks in 50 steps:", train(Denoiser()))
