"""A regression on rows of which some are empty, so that what the first layer makes of them is exactly 0."""

import torch
from torch import nn


def safe_log(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x > 0, torch.log(x), torch.zeros_like(x))  # finding: gradient of `torch.log(x)`, which is NaN at 0


def inverse(x: torch.Tensor) -> torch.Tensor:
    is_zero = x == 0
    return (1.0 / x).masked_fill(is_zero, 0.0)  # finding: does not mask the gradient of `1.0 / x`, which is NaN at 0


def softplus(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x > 20, x, torch.log(1 + torch.exp(x)))  # finding: is NaN at large values


def main() -> None:
    torch.manual_seed(0)
    rows, wanted = torch.randn(64, 8), torch.randn(64, 1)
    rows[:4] = 0
    for function, scale in ((safe_log, 1.0), (inverse, 1.0), (softplus, 400.0)):
        features, head = nn.Linear(8, 16, bias=False), nn.Linear(16, 1)
        optimizer = torch.optim.SGD([*features.parameters(), *head.parameters()], lr=1e-3)
        for _ in range(2):
            hidden = features(rows) * scale
            loss = head(function(hidden)).sub(wanted).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{function.__name__}: loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
