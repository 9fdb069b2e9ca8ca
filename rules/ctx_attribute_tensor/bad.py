"""Fits a curve with an exponential whose gradient is written by hand."""

import torch
from torch import nn


class Exponential(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.result = result  # finding: `ctx.result` makes a reference cycle with the output `result`, which leaks
        return result

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.result


def main() -> None:
    torch.manual_seed(0)
    x = torch.linspace(-1, 1, 4096).unsqueeze(1)
    wanted = torch.exp(0.7 * x + 0.2)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(20):
        loss = (Exponential.apply(model(x)) - wanted).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
