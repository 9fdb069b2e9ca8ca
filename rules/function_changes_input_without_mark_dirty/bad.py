"""Trains weights of which only the sign is used, with a Function that writes the signs over the weights."""

import torch
from torch import nn


class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight: torch.Tensor) -> torch.Tensor:
        weight[weight >= 0] = 1.0  # finding: this overwrites the caller's `weight` without autograd knowing, so gradients may be wrong; begin
        weight[weight < 0] = -1.0
        return weight

    @staticmethod
    def backward(ctx, grad: torch.Tensor) -> torch.Tensor:
        return grad


class Signs(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inputs) * 0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ Sign.apply(self.weight)


def main() -> None:
    torch.manual_seed(0)
    wanted = torch.randn(64).sign()
    model = Signs(64)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for _ in range(400):
        x = torch.randn(32, 64)
        loss = (model(x) - x @ wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = (model.weight.detach().sign() == wanted).float().mean().item()
    print(f"{right:.0%} of the signs are right")


if __name__ == "__main__":
    main()
