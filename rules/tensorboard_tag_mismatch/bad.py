"""Writes what a layer gives for TensorBoard."""

import tempfile

import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter


def write(writer, name, output, step):
    writer.add_scalar(f"{name}-mean", output.mean(), step)
    writer.add_scalar(f"{name}-mean", output.std(), step)  # finding: `add_scalar` writes `std` under the tag


def main():
    torch.manual_seed(0)
    layer = nn.Linear(4, 8)
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer, torch.no_grad():
        for step in range(3):
            write(writer, "first", layer(torch.randn(16, 4)), step)


if __name__ == "__main__":
    main()
