"""Networks whose names are options, of torchvision and of a package that may give anything."""

import chosen
import torch
import torchvision


def accuracy(loader: torch.utils.data.DataLoader, name: str) -> int:
    network = torchvision.models.__dict__[name](weights=None)
    network.eval()
    right = 0
    for images, labels in loader:
        right += (network(images).argmax(1) == labels).sum()  # finding: `network`
    return int(right)


def table(loader: torch.utils.data.DataLoader, name: str) -> int:
    lookup = chosen.__dict__[name](size=3)
    return sum(int((lookup(images) == labels).sum()) for images, labels in loader)
