"""Evaluates a small network, without gradients as it believes."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 2).eval()
    torch.no_grad()  # finding: `torch.no_grad()` does nothing without `with`
    outputs = model(torch.ones(8, 4))
    print(outputs.mean().item())


if __name__ == "__main__":
    main()
    torch.set_grad_enabled(True)
