"""Layers that a setting chooses: of some the mode makes no difference."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def norm_of(kind: str) -> type[nn.Module]:
    if kind == "instance":
        return nn.InstanceNorm2d
    return nn.BatchNorm2d


class Net(nn.Module):
    def __init__(self, kind: str) -> None:
        super().__init__()
        norm = norm_of(kind)
        self.layers = nn.Sequential(nn.Conv2d(3, 3, 1), norm(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 3, 1), nn.BatchNorm2d(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


def evaluate(settings, data, path):
    net = Net(settings.kind)
    net.load_state_dict(torch.load(path))
    plain = Plain()
    plain.load_state_dict(torch.load(path))
    with torch.no_grad():
        for x in DataLoader(data):
            print(net(x).mean().item())  # suspected: `net` is evaluated in train mode
            print(plain(x).mean().item())  # finding: `plain` is evaluated in train mode
