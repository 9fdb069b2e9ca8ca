"""A program that wraps its model where there are several GPUs, and a function that counts on it."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inside = nn.Linear(4, 1)
        self.kind = "linear"

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inside(x)


def fit(rank: int, model: nn.Module, loss: nn.Module) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss(model(torch.ones(2, 4)), torch.ones(2, 1)).backward()
        optimizer.step()
    if rank == 0:
        torch.save(model.module.state_dict(), "last.pt")  # finding: `model.module` raises an AttributeError where the model is not wrapped


def told(model: nn.Module) -> str:
    if model.module.kind == "linear":  # finding: `model.module` raises an AttributeError where the model is not wrapped
        return "one layer"
    return model.module.kind


def careful(model: nn.Module) -> dict[str, torch.Tensor]:
    return model.module.state_dict() if hasattr(model, "module") else model.state_dict()


def for_several(model: nn.Module) -> dict[str, torch.Tensor]:
    return model.module.state_dict()


def main(rank: int, gpus: int) -> None:
    model = Net()
    if gpus > 1:
        model = nn.DataParallel(model)
    fit(rank, model, nn.MSELoss())
    print(told(model), len(careful(model)))
    if gpus > 1:
        print(len(for_several(model)))
