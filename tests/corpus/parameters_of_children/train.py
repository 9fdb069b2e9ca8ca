"""Counts all parameters, and fills only those of the children."""

import torch
from torch import nn

from blocks import Model


def count(model):
    total = 0
    for parameter in model.parameters():
        total += parameter.numel()
    return total


def start_again(model):
    for child in model.children():
        for parameter in child.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)


def main():
    model = Model(8)
    start_again(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in torch.randn(64, 4, 8):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    print(count(model))


if __name__ == "__main__":
    main()
