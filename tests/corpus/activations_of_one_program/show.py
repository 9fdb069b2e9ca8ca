"""Prints the largest activation."""

import torch
from monitor import Monitor
from torch import nn


def main():
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    print(Monitor(model).largest(torch.randn(2, 4)))


if __name__ == "__main__":
    main()
