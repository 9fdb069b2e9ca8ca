"""Fits a line with clipped gradients, as it believes."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    params = model.parameters()
    optimizer = torch.optim.SGD(params, lr=0.1)
    inputs = 100 * torch.randn(16, 4)
    targets = inputs.sum(1, keepdim=True)
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(params, 1.0)  # finding: is a generator, already exhausted by `torch.optim.SGD`
    optimizer.step()
    print(f"clipped a gradient of norm {norm:.0f}")


if __name__ == "__main__":
    main()
