"""Trains a head, whose checkpoints hold numbers and weights only."""

import argparse

import restoring
import torch
from torch import nn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="runs")
    args = parser.parse_args()
    head = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    state = {"best": 0.0}
    restoring.restore_head(f"{args.folder}/head.pt", state, head=head)
    loss = head(torch.randn(16, 8)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    torch.save({"head": head.state_dict(), "best": max(loss.item(), state["best"])}, f"{args.folder}/head.pt")


main()
