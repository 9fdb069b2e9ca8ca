"""Freezes the parts of a network, as it believes, and counts what would be trained."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    parts = [nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2)]
    map(lambda part: part.requires_grad_(False), parts)  # finding: calls nothing, as nothing iterates over it
    trained = sum(p.numel() for part in parts for p in part.parameters() if p.requires_grad)
    print(trained)


if __name__ == "__main__":
    main()
