"""Adds up numbers with an LSTM, and evaluates it twice on the same data."""

import torch
from torch import nn


class Adder(nn.Module):
    def __init__(self, hidden: int = 16) -> None:
        super().__init__()
        self.hidden = hidden
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.randn(1, x.size(0), self.hidden, device=x.device)  # finding: makes `self.lstm` begin at random
        c = torch.randn(1, x.size(0), self.hidden, device=x.device)  # finding: makes `self.lstm` begin at random
        out, _ = self.lstm(x, (h, c))
        return self.head(out[:, -1])


def train(model: nn.Module, steps: int = 100) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.rand(32, 4, 1)
        loss = nn.functional.mse_loss(model(x), x.sum(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def differences(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    model.eval()
    return (model(x) - model(x)).abs()


if __name__ == "__main__":
    torch.manual_seed(0)
    adder = Adder()
    train(adder)
    rows = torch.rand(16, 4, 1)
    print(f"two predictions of a sum differ by up to {differences(adder, rows).max():.3f}")
