"""A hook moves what a model is given."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def move(model: nn.Module, given: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
    return tuple(one.to(device) for one in given)


def main() -> None:
    model = nn.Linear(3, 1).to(device)
    model.register_forward_pre_hook(move)
    for (x,) in DataLoader(TensorDataset(torch.rand(8, 3)), batch_size=4):
        model(x)


if __name__ == "__main__":
    main()
