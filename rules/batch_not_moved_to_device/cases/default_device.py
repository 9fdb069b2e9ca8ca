"""A dataset whose tensors are made on the device of a block."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"


def main() -> None:
    with torch.device(device):
        rows = TensorDataset(torch.rand(8, 3))
    model = nn.Linear(3, 1).to(device)
    for (x,) in DataLoader(rows, batch_size=4):
        model(x)


if __name__ == "__main__":
    main()
