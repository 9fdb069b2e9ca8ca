"""Normalises rows by a mean and a scale that the model keeps, and goes on in double precision."""

import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self, features: int = 3) -> None:
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.1, 0.2, 0.7]), persistent=False)
        self.register_buffer("steps", torch.arange(features).float() + 1, persistent=False)
        self.head = nn.Linear(features, 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head((rows - self.mean) / self.steps)


def main() -> None:
    torch.manual_seed(0)
    model = Normalised().double()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    rows = torch.rand(64, 3, dtype=torch.float64)
    for _ in range(20):
        loss = ((model(rows).squeeze(1) - rows.sum(1)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"the mean is {model.mean.dtype}, off by {abs(model.mean[0].double().item() - 0.1):.0e} where it is 0.1")


if __name__ == "__main__":
    main()
