"""Several branches wrap the model, and one only moves it; the functions that get it read `module`."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inside = nn.Linear(4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inside(x)


def fit(model: nn.Module) -> None:
    for _ in range(3):
        model(torch.ones(2, 4)).sum().backward()
    print(model.module.inside.weight)  # finding: `model.module` raises an AttributeError where the model is not wrapped


def validate(model: nn.Module) -> None:
    def pass_through(count: int) -> None:
        for _ in range(count):
            print(model.module.inside.bias)  # finding: `model.module` raises an AttributeError where

    pass_through(3)


def validate_where_wrapped(model: nn.Module) -> None:
    if isinstance(model, nn.DataParallel):

        def pass_through(count: int) -> None:
            for _ in range(count):
                print(model.module.inside.bias)

        pass_through(3)


def show(model: nn.Module) -> None:
    print(model.module.inside.weight)


def main(half: bool, device: int | None) -> None:
    model = Net()
    if half:
        model = model.half()
    if not torch.cuda.is_available():
        model = nn.DataParallel(model)
    elif device is not None:
        model = model.cuda(device)
    else:
        model = nn.DataParallel(model).cuda()
    fit(model)
    validate(model)
    validate_where_wrapped(model)


def always(cpu: bool) -> None:
    model = Net()
    if cpu:
        model = nn.DataParallel(model)
    else:
        model = nn.DataParallel(model).cuda()
    show(model)
