"""A convolution, a batch norm, and what the bias of the convolution learns."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(3, 16, 3),  # finding: `nn.Conv2d(3, 16, 3)` adds a bias that the following batch norm cancels; pass
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(16 * 36, 2),
    )
    loss = nn.functional.cross_entropy(model(torch.randn(8, 3, 8, 8)), torch.arange(8) % 2)
    loss.backward()
    print({name: f"{p.grad.abs().max().item():.1e}" for name, p in model[0].named_parameters()})


if __name__ == "__main__":
    main()
