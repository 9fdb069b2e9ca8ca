"""Trains a head on embeddings, and writes its checkpoints."""

import argparse
import os

import encoders
import torch
from torch import nn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", default="runs")
    args = parser.parse_args()
    encoder, head = encoders.embedder(), nn.Linear(8, 2)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for epoch in range(3):
        with torch.no_grad():
            rows = encoder(torch.randn(16, 4))
        loss = head(rows).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.save({"head": head.state_dict()}, os.path.join(args.output, f"{epoch}.pt"))


main()
