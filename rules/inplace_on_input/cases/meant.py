"""Functions that are meant to change what they are given, and assignments that change no tensor."""

import torch
from torch import nn


def repeated(x):
    if isinstance(x, dict):
        for key in x:
            x[key] = repeated(x[key])
        return x
    return torch.cat([x, x])


def named(sample, targets):
    torch.stack(list(sample.values()))
    sample["target"] = targets
    return sample["input"].sum()


def doubled(samples, targets):
    repeated(samples)
    loss = named(samples, targets)
    return loss, samples


class Mixing:
    def __init__(self, share: float) -> None:
        self.share = share

    def _mix(self, x: torch.Tensor) -> float:
        turned = x.flip(0).mul_(1.0 - self.share)
        x.mul_(self.share).add_(turned)
        return self.share

    def _paste(self, x: torch.Tensor, rows: torch.Tensor) -> float:
        for i in range(len(x)):
            x[i] += rows[i]
        return self.share * x.shape[0]

    def _fill(self, out: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        out[1:] = rows[1:]
        return out.sum()

    def _shift(self, x: torch.Tensor) -> torch.Tensor:
        x.add_(1.0)  # finding: `x.add_(1.0)` also changes the caller's `x`
        return x.sum()

    def __call__(self, x: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, float]:
        share = self._mix(x)
        share += self._paste(x, rows)
        out = torch.zeros_like(x)
        total = self._fill(out, rows) + self._shift(x)
        return x + out + total, share


def scaled(x: torch.Tensor) -> torch.Tensor:
    x = x.view(-1)
    x[0] = 0.0
    return x * 2


def all_scaled(x: torch.Tensor, model: nn.Module) -> torch.Tensor:
    for _ in range(3):
        x = scaled(x)
        x = model(x)
    return x
