"""Who of these runs before the training is decided elsewhere."""

import torch
from torch import nn


def train():
    weight = nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (weight - 1).square().sum().backward()
        optimizer.step()


def be_fast():
    torch.backends.cudnn.benchmark = True  # suspected: picks algorithms by timing, so


def be_exact():
    torch.backends.cudnn.deterministic = True


def main():
    be_exact()
    be_fast()
    train()


if __name__ == "__main__":
    main()
