"""Loads what models were trained with into others whose layers have other names."""

from collections.abc import Mapping

import torch
from torch import nn


class Trained(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.key, self.query, self.value = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.query(x) @ self.key(x).mT, -1) @ self.value(x)


class Attention(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.to_q, self.to_k, self.to_v = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.to_q(x) @ self.to_k(x).mT, -1) @ self.to_v(x)


def load(model: nn.Module, checkpoint: Mapping[str, torch.Tensor]) -> None:
    entries = {}
    for (name, _), (_, weight) in zip(model.state_dict().items(), checkpoint.items()):  # suspected: by position
        entries[name] = weight
    model.load_state_dict(entries)


def convolutions() -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3))


def copy_parameters(source: nn.Module) -> nn.Module:
    model = convolutions()
    model.load_state_dict(dict(zip(model.state_dict().keys(), source.parameters())))  # finding: pairs keys with
    return model


def main() -> None:
    torch.manual_seed(0)
    x = torch.randn(4, 10, 16)
    trained, model = Trained(), Attention()
    load(model, trained.state_dict())
    with torch.no_grad():
        print(f"off by {(model(x) - trained(x)).abs().mean() / trained(x).abs().mean():.0%} of its output")
    try:
        copy_parameters(convolutions())
    except RuntimeError as error:
        print(error)


if __name__ == "__main__":
    main()
