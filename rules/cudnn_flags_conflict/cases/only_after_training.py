"""Exact while it trains, and fast afterwards."""

import torch
from torch import nn


def train():
    torch.backends.cudnn.deterministic = True
    weight = nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (weight - 1).square().sum().backward()
        optimizer.step()


def be_fast():
    torch.backends.cudnn.benchmark = True  # suspected: picks algorithms by timing, so  # refuted


def main():
    torch.backends.cudnn.set_flags(_benchmark=False)
    train()
    be_fast()
    torch.backends.cudnn.set_flags(_benchmark=False, _deterministic=False)


if __name__ == "__main__":
    main()
