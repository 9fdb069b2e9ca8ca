"""What was asked for is taken back for speed, or was asked for later."""

import torch
from torch import nn

from seeding import seed_everything


def fit(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in torch.randn(8, 4, 3):
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()


def main():
    seed_everything(1)
    torch.backends.cudnn.benchmark = True  # finding: picks algorithms by timing
    fit(nn.Linear(3, 1))


def exact():
    torch.backends.cudnn.benchmark = True
    seed_everything(1)
    fit(nn.Linear(3, 1))


if __name__ == "__main__":
    main()
