"""Trains with mixed precision, whatever its command line says."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--amp", type=bool, default=True)  # finding: `type=bool` parses `--amp False` as True
parser.add_argument("--steps", type=int, default=2)


def train(args: argparse.Namespace) -> None:
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(args.steps):
        with torch.autocast("cpu", torch.bfloat16, enabled=args.amp):
            loss = model(torch.randn(8, 4)).float().square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("mixed precision:", args.amp)


if __name__ == "__main__":
    train(parser.parse_args(["--amp", "False"]))
