"""Trains a classifier for an epoch, and fails where it evaluates it: the parser has another name for that option."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--steps", type=int, default=20)
parser.add_argument("--eval-batch-size", type=int, default=16)


def evaluate(model: nn.Module, args: argparse.Namespace) -> float:
    x = torch.randn(args.val_batch_size, 4)  # finding: `args.val_batch_size` raises AttributeError
    return nn.functional.mse_loss(model(x), x.sum(dim=1, keepdim=True)).item()


def train(args: argparse.Namespace) -> None:
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(args.steps):
        x = torch.randn(8, 4)
        loss = nn.functional.mse_loss(model(x), x.sum(dim=1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("loss", evaluate(model, args))


if __name__ == "__main__":
    try:
        train(parser.parse_args([]))
    except AttributeError as error:
        print("after the last step:", error)
