"""Trains a model with a penalty on one of its parts, on as many GPUs as there are."""

import torch
import torch.nn.functional as F
from torch import nn


class Gated(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 1)
        self.gate = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x * self.gate)


def train(x: torch.Tensor, y: torch.Tensor, *, several: bool) -> float:
    model = Gated()
    if several:
        model = nn.DataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = F.mse_loss(model(x), y) + 0.1 * model.gate.abs().sum()  # finding: `model.gate` raises an AttributeError
    loss.backward()
    optimizer.step()
    return loss.item()


def main() -> None:
    torch.manual_seed(0)
    x = torch.rand(8, 4)
    for several in (False, True):
        try:
            print(f"loss {train(x, x.sum(1, keepdim=True), several=several):.2f}")
        except AttributeError as error:
            print(error)


if __name__ == "__main__":
    main()
