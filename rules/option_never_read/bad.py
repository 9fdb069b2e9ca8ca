"""Trains a classifier whose seed and weight decay are what they are, whatever its command line says."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--steps", type=int, default=20)
parser.add_argument("--seed", type=int, default=0)  # finding: `--seed` and 1 more option
parser.add_argument("--weight-decay", type=float, default=0.0)


def train(args: argparse.Namespace) -> float:
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(args.steps):
        x = torch.randn(8, 4)
        loss = nn.functional.mse_loss(model(x), x.sum(dim=1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    command = ["--seed", "1", "--weight-decay", "0.1"]
    print("two runs of one command:", [train(parser.parse_args(command)) for _ in range(2)])
