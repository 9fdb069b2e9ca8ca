"""A small network, one of whose layers was made wider."""

import torch
from torch import nn

WIDTH = 32


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Linear(8, 64),
        nn.ReLU(),
        nn.Linear(WIDTH, 3),  # finding: `WIDTH` is 32, but the previous layer outputs 64, so the forward raises
    )
    try:
        print(model(torch.rand(4, 8)).shape)
    except RuntimeError as error:
        print(error)


if __name__ == "__main__":
    main()
